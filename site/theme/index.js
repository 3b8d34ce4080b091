// VitePress' own theme, with our colours, names on blocks, pictures for both themes, and a filter for long pages.
import { h, nextTick } from 'vue';
// Without its fonts: those of the system are there before the first paint.
import DefaultTheme from 'vitepress/theme-without-fonts';
import { withBase } from 'vitepress';
import PageFilter from './PageFilter.vue';
import './style.css';

const alt =
  'A terminal with npm run dev: the control plane starts, the sample is reconciled, a save is built and reconciled again';

/** The recording, between the promise and the three ways in. */
const recording = () =>
  h(
    'figure',
    { class: 'picture recording' },
    ['light', 'dark'].map((mode) =>
      h('img', { class: `${mode}-only`, alt, src: withBase(`/pictures/dev-${mode}.svg`) }),
    ),
  );

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, undefined, { 'home-hero-after': recording }),
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
