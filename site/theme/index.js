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

/** An anchor of a page that was split leads to the page that has it now: the old one lists them. */
function followOldAnchor() {
  const { hash, pathname } = location;
  const links = [...document.querySelectorAll('.vp-doc a')];
  const link = links.find((one) => one.hash !== '' && one.hash === hash && one.pathname !== pathname);
  if (link && !document.getElementById(decodeURIComponent(hash.slice(1)))) location.replace(link.href);
}

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, undefined, { 'home-hero-after': recording }),
  enhanceApp({ app, router }) {
    app.component('PageFilter', PageFilter);
    if (import.meta.env.SSR) return;
    addEventListener('hashchange', followOldAnchor);
    router.onAfterRouteChange = async () => {
      await nextTick();
      followOldAnchor();
      // As in the files that are served: see transformHtml in the configuration.
      document.querySelector('.VPHome')?.setAttribute('role', 'main');
    };
  },
};
