#!/usr/bin/env node
// Builds the book as a static site with search: node scripts/docs-book.mjs [folder]. It needs no server: open index.html.
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { escapeHtml, toHtml } from './docs-markdown.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const out = path.resolve(process.argv[2] ?? path.join(root, 'book'));
const assets = path.join(root, 'docs', 'book', 'site');

/** Pages of the site, in reading order: those of the summary, then what they belong to. */
async function allPages() {
  const summary = await readFile(path.join(root, 'docs/book/SUMMARY.md'), 'utf8');
  const chapters = [...summary.matchAll(/\]\(([^)#]+\.md)\)/g)].map(([, file]) => path.posix.join('docs/book', file));
  const decisions = (await readdir(path.join(root, 'docs/decisions'))).filter((file) => file.endsWith('.md')).sort();
  const pages = [...new Set([...chapters, ...decisions.map((file) => `docs/decisions/${file}`)])];
  const texts = await Promise.all(pages.map((page) => readFile(path.join(root, page), 'utf8').catch(() => undefined)));
  return pages.map((page, index) => ({ page, text: texts[index] })).filter(({ text }) => text !== undefined);
}

/** `docs/book/cache.md` → `cache.html`, `docs/decisions/0001-x.md` → `decisions/0001-x.html`. */
function addressOf(page) {
  return page.replace(/^docs\/(?:book\/)?/, '').replace(/\.md$/, '.html');
}

/** Turns links between pages into links between files of the site; other files of the repository keep their path as a title. */
function linkerOf(page, known) {
  return (target) => {
    if (/^https?:|^#/.test(target)) return target;
    const [file, anchor] = target.split('#');
    const place = path.posix.join(path.posix.dirname(page), file).replace(/\/$/, '');
    const hash = anchor === undefined ? '' : `#${anchor}`;
    const from = path.posix.dirname(addressOf(page));
    if (known.has(place)) return path.posix.relative(from, addressOf(place)) + hash;
    if (place === 'docs/decisions') return path.posix.relative(from, 'decisions/index.html');
    return `${path.posix.relative(from, 'index.html')}#outside`;
  };
}

/** The summary without its title and without what it says about each chapter. */
function chaptersOnly(summary) {
  return summary
    .replace(/^# .*$/m, '')
    .replaceAll(/^(- \[[^\]]+\]\([^)]+\)):.*$/gm, '$1')
    .replaceAll(/\), \[/g, ')\n- [');
}

function sidebar(summary, page, known) {
  const from = path.posix.dirname(addressOf(page));
  return toHtml(chaptersOnly(summary), linkerOf('docs/book/SUMMARY.md', known))
    .html.replaceAll(/<h2 [^>]*><a [^>]*>(.*?)<\/a><\/h2>/g, '<h2>$1</h2>')
    .replaceAll(/href="([^"]+)"/g, (_, target) => {
      const mark = target === addressOf(page) ? ' aria-current="page"' : '';
      return `href="${path.posix.relative(from, target)}"${mark}`;
    });
}

function layout({ title, body, navigation, base, previous, next }) {
  const step = (label, target) =>
    target === undefined ? '<span></span>' : `<a href="${target.href}">${label(escapeHtml(target.title))}</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · kbts</title>
<link rel="stylesheet" href="${base}book.css">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><a class="brand" href="${base}index.html">kbts</a>
<search><label for="query">Search</label><input id="query" type="search" placeholder="Search (press /)" autocomplete="off" aria-controls="results"><ul id="results" hidden></ul></search></header>
<div class="columns"><nav aria-label="Chapters">${navigation}</nav>
<main id="content">${body}
<footer>${step((name) => `← ${name}`, previous)}${step((name) => `${name} →`, next)}</footer></main></div>
<script src="${base}search-index.js"></script><script src="${base}book.js" data-base="${base}"></script>
</body>
</html>
`;
}

/** One entry for each heading: where it is, and the words below it. */
function searchEntries(page, text) {
  const { headings } = toHtml(text, () => '');
  const parts = text
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .split(/^#{1,6} .*$/m)
    .slice(1);
  const title = headings[0]?.title ?? page;
  return headings.map(({ id, title: heading }, index) => ({
    url: `${addressOf(page)}#${id}`,
    page: title,
    heading,
    text: (parts[index] ?? '')
      .replaceAll(/[`|*#>]|\]\([^)]*\)|\[/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 1500),
  }));
}

const pages = await allPages();
const known = new Set(pages.map(({ page }) => page));
const summary = await readFile(path.join(root, 'docs/book/SUMMARY.md'), 'utf8');
const titleOf = (text) => /^# (.+)$/m.exec(text)?.[1].replaceAll('`', '') ?? '';
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await cp(assets, out, { recursive: true });
const write = async (address, content) => {
  await mkdir(path.dirname(path.join(out, address)), { recursive: true });
  await writeFile(path.join(out, address), content);
};
for (const [index, { page, text }] of pages.entries()) {
  const from = path.posix.dirname(addressOf(page));
  const neighbour = (other) =>
    other && { href: path.posix.relative(from, addressOf(other.page)), title: titleOf(other.text) };
  const { html } = toHtml(text, linkerOf(page, known));
  const base = from === '.' ? '' : `${path.posix.relative(from, '.')}/`;
  await write(
    addressOf(page),
    layout({
      title: titleOf(text),
      body: html,
      navigation: sidebar(summary, page, known),
      base,
      previous: neighbour(pages[index - 1]),
      next: neighbour(pages[index + 1]),
    }),
  );
}
const outside =
  '<p id="outside">Some links of the book lead to files of the repository that are not part of this site.</p>';
const index = toHtml(summary, linkerOf('docs/book/SUMMARY.md', known)).html + outside;
await write(
  'index.html',
  layout({ title: 'The book', body: index, navigation: sidebar(summary, '', known), base: '' }),
);
const decisions = pages.filter(({ page }) => page.startsWith('docs/decisions/'));
const items = decisions.map(
  ({ page, text }) => `<li><a href="${path.posix.basename(addressOf(page))}">${escapeHtml(titleOf(text))}</a></li>`,
);
await write(
  'decisions/index.html',
  layout({
    title: 'Decisions',
    body: `<h1>Decisions</h1><ul>${items.join('')}</ul>`,
    navigation: sidebar(summary, 'docs/decisions/index.md', known),
    base: '../',
  }),
);
const entries = pages.flatMap(({ page, text }) => searchEntries(page, text));
await write('search-index.js', `globalThis.bookIndex = ${JSON.stringify(entries)};\n`);
process.stdout.write(`${path.relative(process.cwd(), path.join(out, 'index.html'))}: ${pages.length} pages\n`);
