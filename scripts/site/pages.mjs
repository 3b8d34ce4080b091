// Which files of the repository are pages of the site, where they are there, and in which order they are read.
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Pages that are not in the summary: what readers of the book follow a link to. */
const others = { 'CHANGELOG.md': 'changelog', 'CONTRIBUTING.md': 'contributing', 'SECURITY.md': 'security-policy' };

/** `docs/book/cache.md` → `cache`, `docs/decisions/0001-x.md` → `decisions/0001-x`, `examples/app/README.md` → `examples/app`. */
export function addressOf(file) {
  if (file in others) return others[file];
  const example = /^examples\/([^/]+)\/README\.md$/.exec(file);
  if (example) return `examples/${example[1]}`;
  if (file === 'docs/book/SUMMARY.md') return 'contents';
  if (file.startsWith('docs/') && file.endsWith('.md'))
    return file.replace(/^docs\/(?:book\/)?/, '').replace(/\.md$/, '');
  return `source/${file}`;
}

/** Sections of the summary with their links, for the side bar and the order of reading. A list below a link has its parts. */
export function sectionsOf(summary) {
  return summary
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n');
      const items = [];
      for (const line of lines) {
        if (line.startsWith('- ')) items.push(...linksOf(line).map((link) => ({ ...link, parts: [] })));
        if (line.startsWith('  - ')) items.at(-1)?.parts.push(...linksOf(line));
      }
      return { title, items };
    });
}

function linksOf(line) {
  return [...line.matchAll(/\[([^\]]+)\]\(([^)]+\.md)\)/g)].map(([, text, link]) => ({
    text,
    file: path.posix.join('docs/book', link),
  }));
}

/** All pages: those of the summary first, then examples, then what is only linked to. */
export async function allPages(root) {
  const summary = await readFile(path.join(root, 'docs/book/SUMMARY.md'), 'utf8');
  const chapters = sectionsOf(summary).flatMap(({ items }) =>
    items.flatMap(({ file, parts }) => [file, ...parts.map((part) => part.file)]),
  );
  const examples = (await readdir(path.join(root, 'examples'))).sort().map((name) => `examples/${name}/README.md`);
  const decisions = (await readdir(path.join(root, 'docs/decisions'))).sort().map((name) => `docs/decisions/${name}`);
  const files = [
    ...chapters,
    ...examples,
    'docs/book/SUMMARY.md',
    'docs/architecture.md',
    ...decisions,
    ...Object.keys(others),
  ];
  const pages = [];
  for (const file of new Set(files)) {
    const text = await readFile(path.join(root, file), 'utf8').catch(() => undefined);
    if (text === undefined) throw new Error(`${file}: the summary or a list of pages names it, but it does not exist`);
    pages.push({ file, text, address: addressOf(file) });
  }
  return pages;
}

/** What a link leads to: a page, a picture, another file or a folder of the repository; undefined when nothing is there. */
export async function targetOf(root, page, link) {
  const [file, anchor] = link.split('#');
  const place = path.posix.normalize(path.posix.join(path.posix.dirname(page), file)).replace(/\/$/, '');
  const info = await stat(path.join(root, place)).catch(() => undefined);
  if (info === undefined) return undefined;
  return { place, anchor, isFolder: info.isDirectory() };
}
