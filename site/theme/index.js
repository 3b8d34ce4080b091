// VitePress' own theme, with our colours, names on blocks, pictures for both themes, and a filter for long pages.
import DefaultTheme from 'vitepress/theme';
import PageFilter from './PageFilter.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('PageFilter', PageFilter);
  },
};
