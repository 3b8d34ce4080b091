// The site of the book, for VitePress. scripts/docs-book.mjs puts this beside the staged pages, with pages.json.
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

const { pages, sections, version, repository } = JSON.parse(
  readFileSync(new URL('pages.json', import.meta.url), 'utf8'),
);
const link = (file) => `/${pages.find((page) => page.file === file).address}`;
const description =
  'Kubernetes operators in TypeScript: CRDs, roles and webhooks from types, tests on an API server in the process.';

/** Anchors as GitHub makes them, because the same pages are read there. */
function slugify(title) {
  return title
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** Puts the name of a file above its block: "```ts [src/main.ts]". */
function fileNames(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const name = /\[([^\]]+)\]/.exec(tokens[index].info)?.[1];
    const html = fence(tokens, index, ...rest);
    return name === undefined
      ? html
      : `<div class="named-block"><div class="file-name">${md.utils.escapeHtml(name)}</div>${html}</div>`;
  };
}

/** Colours of words in code, by what theme/style.css calls them. Nothing is said about words in the colour of the text. */
const colorNames = {
  '#0E1116': '',
  '#A0111F': 'keyword',
  '#622CBC': 'function',
  '#032563': 'string',
  '#702C00': 'type',
  '#023B95': 'constant',
  '#66707B': 'comment',
  '#024C1A': 'tag',
};

/**
 * Names in place of colours: a page with long files is half as large, and painted sooner. Neighbours of one colour are one word.
 * The number of lines says how high a block will be, about, before it is laid out.
 */
function leanCode(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { content } = tokens[index];
    return fence(tokens, index, ...rest)
      .replaceAll(/<span style="--shiki-light:(#\w+);--shiki-dark:#\w+;?">([^<]*)<\/span>/g, (whole, color, text) => {
        const name = colorNames[color.toUpperCase()];
        if (name === undefined) return whole;
        return name === '' ? text : `<span class="c-${name}">${text}</span>`;
      })
      .replaceAll(
        /<span class="(c-\w+)">[^<]*<\/span>(?:<span class="\1">[^<]*<\/span>)+/g,
        (words, name) => `<span class="${name}">${words.replaceAll(/<[^>]+>/g, '')}</span>`,
      )
      .replace(
        '<div class="language-',
        `<div style="--lines:${linesOf(content, 71)};--narrow:${linesOf(content, 43)}" class="language-`,
      );
  };
}

/** As many letters as fit into a line; the rest of one that wraps is set back by 4. */
function linesOf(code, columns) {
  const lines = code.trimEnd().split('\n');
  return lines.reduce((sum, { length }) => sum + 1 + Math.ceil(Math.max(0, length - columns) / (columns - 4)), 0);
}

/** Braces in code are braces: the engine would take them for an expression. */
function plainCode(md) {
  md.renderer.rules.code_inline = (tokens, index) => `<code v-pre>${md.utils.escapeHtml(tokens[index].content)}</code>`;
}

/** Other words for the same thing. Sent to the browser as its text, so it must not use anything from outside. */
function alsoMeant(term) {
  const groups = [
    ['helm', 'chart', 'publishing'],
    ['olm', 'bundle', 'publishing'],
    ['install', 'installation', 'setup'],
    ['rbac', 'rights', 'role', 'permission', 'permissions', 'forbidden'],
    ['crd', 'customresourcedefinition', 'schema'],
    ['hook', 'webhook', 'webhooks', 'admission'],
    ['ha', 'leader', 'replicas'],
    ['memory', 'oom', 'oomkilled', 'sizing'],
    ['slow', 'performance', 'load'],
    ['mock', 'fake', 'testing', 'envtest'],
    ['migrate', 'migration', 'import'],
    ['tls', 'certificate', 'certificates', 'cert'],
    ['docker', 'image', 'deploying'],
    ['debug', 'troubleshooting', 'observing'],
  ];
  const word = term.toLowerCase();
  const group = groups.find((words) => words.includes(word));
  return group ? [word, ...group.filter((other) => other !== word)] : word;
}

const entry = ({ text, file }) => ({ text: text[0].toUpperCase() + text.slice(1), link: link(file) });
const examples = pages.filter(({ file }) => file.startsWith('examples/'));

/** All chapters; only the opened one shows its parts, so that other pages stay small. */
function sidebarOf(opened) {
  const groups = sections.map(({ title, items }) => ({
    text: title,
    items: items.map((item) => (item === opened ? { ...entry(item), items: item.parts.map(entry) } : entry(item))),
  }));
  const ofExamples = examples.map(({ address }) => ({ text: address.replace('examples/', ''), link: `/${address}` }));
  return groups.toSpliced(1, 0, { text: 'Examples', items: ofExamples });
}

// The first address that fits is taken.
const divided = sections.flatMap(({ items }) => items).filter(({ parts }) => parts.length > 0);
const sidebar = Object.fromEntries([...divided.map((item) => [link(item.file), sidebarOf(item)]), ['/', sidebarOf()]]);

export default defineConfig({
  lang: 'en',
  title: 'kbts',
  titleTemplate: ':title · kbts',
  description,
  base: process.env.KBTS_SITE_BASE ?? '/',
  // What all pages need to know is a file of its own, which a browser keeps: every page has 20 kB less.
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${process.env.KBTS_SITE_BASE ?? '/'}favicon.svg` }],
    ['meta', { property: 'og:type', content: 'website' }],
    ['meta', { property: 'og:site_name', content: 'kbts' }],
    ['meta', { property: 'og:image', content: `${process.env.KBTS_SITE_BASE ?? '/'}social.png` }],
    ['meta', { name: 'theme-color', content: '#0969da' }],
  ],
  transformHead: ({ pageData }) => [
    ['meta', { property: 'og:title', content: pageData.title }],
    ['meta', { property: 'og:description', content: pageData.description || description }],
  ],
  // The start page of the theme has no main part, which readers with a screen reader jump to.
  transformHtml: (html) => html.replace('class="VPHome"', 'role="main" class="VPHome"'),
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify },
    toc: { slugify },
    image: { lazyLoading: true },
    config: (md) => {
      leanCode(md);
      fileNames(md);
      plainCode(md);
    },
  },
  themeConfig: {
    logo: '/favicon.svg',
    nav: [
      { text: 'Quick start', link: '/quick-start' },
      { text: 'Examples', link: '/examples' },
      { text: 'Commands', link: '/commands' },
      {
        text: version,
        items: [
          { text: 'Changelog', link: '/changelog' },
          { text: 'Compatibility', link: '/compatibility' },
        ],
      },
    ],
    sidebar,
    outline: { level: [2, 3], label: 'On this page' },
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        miniSearch: {
          searchOptions: { fuzzy: 0.25, prefix: true, processTerm: alsoMeant, boost: { title: 6, titles: 2, text: 1 } },
        },
      },
    },
    ...(repository && {
      editLink: {
        pattern: ({ frontmatter }) => `${repository}/edit/main/${frontmatter.source}`,
        text: 'Edit this page',
      },
      socialLinks: [{ icon: 'github', link: repository }],
    }),
    docFooter: { prev: 'Previous', next: 'Next' },
    externalLinkIcon: true,
  },
});
