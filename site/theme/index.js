// VitePress' own theme, with our colours, names on blocks, pictures for both themes, and a filter for long pages.
import { nextTick } from 'vue';
import DefaultTheme from 'vitepress/theme';
import PageFilter from './PageFilter.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app, router }) {
    app.component('PageFilter', PageFilter);
    if (import.meta.env.SSR) return;
    // As in the files that are served: see transformHtml in the configuration.
    router.onAfterRouteChange = async () => {
      await nextTick();
      document.querySelector('.VPHome')?.setAttribute('role', 'main');
    };
  },
};
