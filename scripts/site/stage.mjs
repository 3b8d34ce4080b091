// Prepares the pages for the site's engine: links between pages, names of files on blocks, pictures for both themes.
// Files of the repository that a page links to become pages as well, so that no link of the site leads nowhere.
import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addressOf, allPages, targetOf } from './pages.mjs';

const languages = { '.ts': 'ts', '.mjs': 'js', '.yaml': 'yaml', '.json': 'json', '.sh': 'sh', '.go': 'go' };
/** Long pages in which readers look for one thing, and lists of other pages. */
const filtered = /^docs\/(?:errors|markers|diagnostics|behaviours\/[\w-]+)\.md$/;
const lists = new Set(['docs/book/commands.md', 'docs/behaviours.md']);

/** Writes all pages into `out`; returns them with their titles. */
export async function stage(root, out) {
  const pages = await allPages(root);
  const known = new Set(pages.map(({ file }) => file));
  const sources = new Map();
  const staged = [];
  for (const page of pages) {
    const text = await relink(root, page, known, sources);
    staged.push({ ...page, title: titleOf(page.text), description: descriptionOf(page.text) });
    await write(out, `${page.address}.md`, front(page, text));
  }
  for (const [place, isFolder] of sources)
    await write(
      out,
      `${sourceOf(place)}.md`,
      isFolder ? await folderPage(root, place, sources) : await filePage(root, place),
    );
  await write(out, 'decisions/index.md', decisionsPage(staged));
  await cp(path.join(root, 'docs/pictures'), path.join(out, 'public/pictures'), {
    recursive: true,
    filter: (file) => !file.includes(`${path.sep}source`),
  });
  return staged;
}

async function write(out, file, text) {
  await mkdir(path.dirname(path.join(out, file)), { recursive: true });
  await writeFile(path.join(out, file), text);
}

const titleOf = (text) => /^# (.+)$/m.exec(text)?.[1].replaceAll('`', '') ?? '';

/** The first paragraph, as plain words, for search engines and previews. */
export function descriptionOf(text) {
  const paragraph = text
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .split(/\n{2,}/)
    .find((part) => /^[A-Z*`]/.test(part.trim()));
  const plain = (paragraph ?? '')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain.length <= 160 ? plain : `${plain.slice(0, 157).replace(/\s\S*$/, '')}…`;
}

function front(page, text) {
  const isBehind = /^docs\/decisions\/|^docs\/architecture|^CONTRIBUTING/.test(page.file);
  const lines = [
    `title: ${JSON.stringify(titleOf(page.text))}`,
    `description: ${JSON.stringify(descriptionOf(page.text))}`,
    `source: ${JSON.stringify(page.file)}`,
    ...(isBehind ? ['search: false', 'sidebar: false'] : []),
  ];
  const filter = lists.has(page.file)
    ? '\n<PageFilter entries="li, tbody tr" />\n'
    : filtered.test(page.file)
      ? '\n<PageFilter />\n'
      : '';
  return `---\n${lines.join('\n')}\n---\n\n${text.replace(/^(# .+)$/m, `$1\n${filter}`)}`;
}

/** The text of a page with the links, blocks and pictures that the site wants. Code stays as it is. */
async function relink(root, page, known, sources) {
  const parts = page.text
    .replaceAll(/^<!--[\s\S]*?-->\n?/gm, '')
    // How a page is made is for those who change it.
    .replace(/Made from [^.]*?(?:\.\w[^.]*?)*do not edit\.\s?/, '')
    .split(/(^```[\s\S]*?^```$)/m);
  let before = '';
  const done = [];
  for (const part of parts) {
    if (part.startsWith('```')) done.push(named(part, before));
    else done.push(escaped(pictures(await replaceLinks(root, page, part, known, sources))));
    before = part;
  }
  return done.join('');
}

/** Prose in which `<name>` and `{{` are words: the engine would take them for elements and expressions. Code stays as it is. */
export function escaped(text) {
  const code = /(?<!`)(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/;
  const element = /<(?!\/?(?:details|summary|code|figure|img|sub|br|PageFilter)\b)/;
  return text.replaceAll(new RegExp(`${code.source}|${element.source}|\\{\\{`, 'g'), (found) =>
    found.startsWith('`') ? found : found.replace('<', '&lt;').replace('{{', '&#123;&#123;'),
  );
}

/** A block gets the name of its file from the paragraph above, when that ends with it. */
export function named(block, before) {
  const [head = ''] = block.split('\n');
  if (!/^```(?:ts|yaml|js|json)$/.test(head)) return block;
  const last = before.trimEnd().split('\n').at(-1) ?? '';
  const file = /`((?:src|config|test|scripts)\/[\w./*-]+\.\w+)`(?: by| like this| by this\. .*)?[:.]?$/.exec(last)?.[1];
  return file === undefined ? block : block.replace(head, `${head} [${file}]`);
}

/** Both pictures; the theme of the site, which a reader may switch, decides which one is shown. */
export function pictures(text) {
  return text.replaceAll(
    /<picture>\s*<source [^>]*srcset="[^"]*pictures\/([\w-]+)-dark\.svg">\s*<img alt="([^"]*)"[^>]*>\s*<\/picture>/g,
    (_, name, alt) =>
      `<figure class="picture"><img class="light-only" alt="${alt}" src="/pictures/${name}-light.svg"><img class="dark-only" alt="${alt}" src="/pictures/${name}-dark.svg"></figure>`,
  );
}

async function replaceLinks(root, page, text, known, sources) {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
  const places = new Map();
  for (const link of new Set(links.filter((one) => !/^(?:https?:|#)/.test(one))))
    places.set(link, await siteLink(root, page, link, known, sources));
  return text.replaceAll(/\]\(([^)\s]+)\)/g, (whole, link) => (places.has(link) ? `](${places.get(link)})` : whole));
}

async function siteLink(root, page, link, known, sources) {
  const target = await targetOf(root, page.file, link);
  if (target === undefined) throw new Error(`${page.file}: ${link} leads nowhere`);
  const hash = target.anchor === undefined ? '' : `#${target.anchor}`;
  if (known.has(target.place)) return `/${addressOf(target.place)}.md${hash}`;
  if (target.place === 'docs/decisions') return '/decisions/index.md';
  if (target.place === 'README.md') return target.anchor === 'compared-with-kubebuilder' ? '/compared.md' : '/index.md';
  sources.set(target.place, target.isFolder);
  return `/${sourceOf(target.place)}.md`;
}

/** Where a file of the repository is on the site. */
const sourceOf = (place) => `source/${place.replace(/\.md$/, '')}`;

async function filePage(root, place) {
  const language = languages[path.extname(place)] ?? 'text';
  const code = await readFile(path.join(root, place), 'utf8');
  const ticks = code.includes('```') ? '````' : '```';
  return `---\ntitle: ${JSON.stringify(place)}\ndescription: "A file of the repository"\nsearch: false\noutline: false\n---\n\n# ${path.posix.basename(place)}\n\nA file of the repository.\n\n${ticks}${language} [${place}]\n${code.trimEnd()}\n${ticks}\n`;
}

async function folderPage(root, place, sources) {
  const names = (await readdir(path.join(root, place), { withFileTypes: true })).filter((entry) => entry.isFile());
  const items = [];
  for (const { name } of names.slice(0, 60)) {
    items.push(`- [${name}](/${sourceOf(`${place}/${name}`)}.md)`);
    if (!sources.has(`${place}/${name}`)) sources.set(`${place}/${name}`, false);
  }
  return `---\ntitle: ${JSON.stringify(place)}\ndescription: "A folder of the repository"\nsearch: false\noutline: false\n---\n\n# ${place}\n\nA folder of the repository.\n\n${items.join('\n')}\n`;
}

function decisionsPage(staged) {
  const items = staged
    .filter(({ file }) => file.startsWith('docs/decisions/'))
    .map(({ address, title }) => `- [${title}](/${address}.md)`);
  return `---\ntitle: Decisions\ndescription: "Why kbts is as it is"\nsearch: false\nsidebar: false\n---\n\n# Decisions\n\nWhy kbts is as it is: context, choice, consequence. For those who work on it.\n\n${items.join('\n')}\n`;
}
