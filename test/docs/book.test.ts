import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linksOf } from './markdown.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kbts-book-'));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/docs-book.mjs', folder], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});

afterAll(async () => rm(folder, { recursive: true, force: true }));

async function pagesOfSite(): Promise<Map<string, string>> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.html'));
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(path.join(folder, file), 'utf8')] as const)),
  );
}

test('every link of the site leads to a page and an anchor of the site', async () => {
  const pages = await pagesOfSite();
  const problems: string[] = [];
  for (const [page, html] of pages) {
    for (const [, target = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (/^https?:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const place = file === '' ? page : path.join(path.dirname(page), file);
      const found = pages.get(place);
      if (found === undefined) problems.push(`${page}: ${target} does not exist`);
      else if (anchor !== undefined && !found.includes(`id="${anchor}"`))
        problems.push(`${page}: no anchor for ${target}`);
    }
  }

  expect(pages.size).toBeGreaterThan(20);
  expect(problems).toEqual([]);
});

test('every chapter of the summary is a page, and can be searched', async () => {
  const chapters = linksOf(await readFile('docs/book/SUMMARY.md', 'utf8'))
    .map(({ target }) => target.replace('../', '').replace('.md', '.html'))
    .filter((target) => target.endsWith('.html'));
  const pages = await pagesOfSite();
  const index = await readFile(path.join(folder, 'search-index.js'), 'utf8');

  expect(chapters.filter((chapter) => !pages.has(chapter))).toEqual([]);
  expect(chapters.filter((chapter) => !index.includes(`"url":"${chapter}#`))).toEqual([]);
});

test.each([
  ['a `<b>` & c', '<p>a <code>&lt;b&gt;</code> &amp; c</p>'],
  ['see [the cache](cache.md)', '<p>see <a href="cache.md">the cache</a></p>'],
  ['- one\n- **two**\n  more', '<ul><li>one</li><li><strong>two</strong> more</li></ul>'],
  ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
  ['```ts\nx < 1\n```', '<pre class="language-ts"><code>x &lt; 1</code></pre>'],
  ['| a | b |\n| --- | --- |\n| `x \\| y` | 2 |', '<code>x | y</code></td><td>2</td>'],
  ['# A `b`\n\n# A b', '<h1 id="a-b-1">'],
  ['before\n<!-- ts\nhidden\n-->\nafter', '<p>before after</p>'],
])('Markdown becomes HTML: %j', async (text, expected) => {
  const module: unknown = await import(pathToFileURL(path.resolve('scripts/docs-markdown.mjs')).href);
  const { toHtml } = module as { toHtml(text: string, link: (target: string) => string): { html: string } };

  expect(toHtml(text, (target) => target).html).toContain(expected);
});
