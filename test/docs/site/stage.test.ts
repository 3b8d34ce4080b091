/** The pages as they are handed to the site's engine: every link leads to a page and a heading of the site. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anchorsOf, linksOf } from '../markdown.js';

interface Stage {
  stage(root: string, out: string): Promise<{ file: string; address: string; title: string; description: string }[]>;
  named(block: string, before: string): string;
  pictures(text: string): string;
  escaped(text: string): string;
  descriptionOf(text: string): string;
}

const script: unknown = await import(pathToFileURL(path.resolve('scripts/site/stage.mjs')).href);
const { stage, named, pictures, escaped, descriptionOf } = script as Stage;
const pagesScript: unknown = await import(pathToFileURL(path.resolve('scripts/site/pages.mjs')).href);
const { sectionsOf } = pagesScript as {
  sectionsOf(summary: string): { title: string; items: { file: string; parts: { file: string }[] }[] }[];
};

let folder: string;
let pages: Awaited<ReturnType<Stage['stage']>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kbts-site-'));
  pages = await stage('.', folder);
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

/** The site of start page and staged pages, by path. */
async function texts(): Promise<Map<string, string>> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.md'));
  const all = await Promise.all(
    files.map(async (file) => [`/${file}`, await readFile(path.join(folder, file), 'utf8')] as const),
  );
  return new Map([...all, ['/index.md', await readFile('site/index.md', 'utf8')]]);
}

test('every link leads to a page and a heading of the site, and every picture is there', async () => {
  const all = await texts();
  const problems: string[] = [];
  for (const [page, text] of all) {
    for (const { target } of linksOf(text)) {
      if (/^https?:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const found = all.get(file === '' ? page : file);
      if (found === undefined) problems.push(`${page}: ${target} does not exist`);
      else if (anchor !== undefined && !anchorsOf(found).has(anchor))
        problems.push(`${page}: no heading for ${target}`);
    }
    for (const [, src = ''] of text.matchAll(/<img [^>]*src="([^"]+)"/g))
      if (!existsSync(path.join(folder, 'public', src))) problems.push(`${page}: ${src} does not exist`);
    for (const [, name = ''] of text.matchAll(/^ {4}link: (\/\S+)$/gm))
      if (!all.has(`${name}.md`)) problems.push(`${page}: ${name} does not exist`);
  }

  expect(all.size).toBeGreaterThan(80);
  expect(problems).toEqual([]);
});

test('every page has a title and a description; decisions are not searched', async () => {
  const all = await texts();

  const lacking = pages.filter(
    ({ file, title, description }) => title === '' || (description.length < 20 && !file.startsWith('docs/decisions/')),
  );

  expect(lacking.map(({ file }) => file)).toEqual([]);
  expect(all.get('/decisions/0002-one-package.md')).toContain('search: false');
  expect(all.get('/cache.md')).not.toContain('search: false');
});

test('chapters of the summary come in its order, and examples are pages', () => {
  const addresses = pages.map(({ address }) => address);

  expect(addresses.indexOf('quick-start')).toBeLessThan(addresses.indexOf('cache'));
  expect(addresses).toEqual(expect.arrayContaining(['examples/app', 'installation', 'changelog', 'api/client']));
});

test.each(['commands', 'behaviours'])(
  '%s has a link to every heading of its parts, for old addresses',
  async (list) => {
    const all = await texts();
    const links = new Set(linksOf(all.get(`/${list}.md`) ?? '').map(({ target }) => target));
    const headings = [...all]
      .filter(([page]) => page.startsWith(`/${list}/`))
      .flatMap(([page, text]) => [...anchorsOf(text)].slice(1).map((anchor) => `${page}#${anchor}`));

    expect(headings.length).toBeGreaterThan(30);
    expect(headings.filter((heading) => !links.has(heading))).toEqual([]);
  },
);

test('a list below a link of the summary has its parts', () => {
  const [section] = sectionsOf(
    '# Book\n\n## One\n\n- [A](a.md), [b](b.md)\n  - [C](b/c.md), [d](b/d.md)\n- [E](../e.md)\n',
  );

  expect(section?.items.map(({ file, parts }) => [file, ...parts.map((part) => part.file)])).toEqual([
    ['docs/book/a.md'],
    ['docs/book/b.md', 'docs/book/b/c.md', 'docs/book/b/d.md'],
    ['docs/e.md'],
  ]);
});

test('no page shows a hidden comment, or a picture for one theme alone', async () => {
  for (const [page, text] of await texts()) {
    const visible = text.replaceAll(/^(`{3,4})[\s\S]*?^\1$/gm, '');
    expect(visible, page).not.toMatch(/^(?:<!--|<picture>)/m);
  }
});

test.each([
  ['In `src/a.ts`', '```ts\nx\n```', '```ts [src/a.ts]\nx\n```'],
  ['Replace `src/a.ts` by:', '```ts\nx\n```', '```ts [src/a.ts]\nx\n```'],
  ['and the sample `config/samples/a.yaml` by:', '```yaml\nx\n```', '```yaml [config/samples/a.yaml]\nx\n```'],
  ['Add `src/a.ts`, then run:', '```sh\nx\n```', '```sh\nx\n```'],
  ['`src/a.ts` is where it lives. And this:', '```ts\nx\n```', '```ts\nx\n```'],
  ['In `src/b.ts`', '```ts [src/a.ts]\nx\n```', '```ts [src/a.ts]\nx\n```'],
])('a block after %j has its name', (before, block, expected) => {
  expect(named(block, `${before}\n\n`)).toBe(expected);
});

test('pictures come for both themes, with their words', () => {
  const text =
    '<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="../pictures/a-b-dark.svg">\n  <img alt="what" src="../pictures/a-b-light.svg" width="820">\n</picture>';

  expect(pictures(text)).toBe(
    '<figure class="picture"><img class="light-only" alt="what" src="/pictures/a-b-light.svg"><img class="dark-only" alt="what" src="/pictures/a-b-dark.svg"></figure>',
  );
});

test('a description is the first paragraph in plain words, and short', () => {
  expect(descriptionOf('# A\n\n<!-- ts\nx\n-->\n\nIt is *the* [cache](c.md) of `a`.\n')).toBe('It is the cache of a.');
  expect(descriptionOf(`# A\n\n${'Word '.repeat(60)}`)).toMatch(/^Word .{130,155}…$/);
});

test('placeholders in prose stay words, elements and code stay what they are', () => {
  expect(escaped('put <image> and {{x}} here, `<code>`')).toBe('put &lt;image> and &#123;&#123;x}} here, `<code>`');
  expect(escaped('`` a ` <b> `` and <c>')).toBe('`` a ` <b> `` and &lt;c>');
  expect(escaped('<details>\n<summary>a</summary>')).toBe('<details>\n<summary>a</summary>');
});
