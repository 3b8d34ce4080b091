import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allPages, anchorsOf, linksOf } from './markdown.js';

/** What is wrong with a link; undefined when it leads somewhere. */
async function problemOf(page: string, target: string): Promise<string | undefined> {
  if (/^https?:/.test(target)) return undefined;
  const [file = '', anchor] = target.split('#');
  const place = file === '' ? page : path.join(path.dirname(page), file);
  const info = await stat(place).catch(() => undefined);
  if (info === undefined) return `${place} does not exist`;
  if (anchor === undefined || info.isDirectory()) return undefined;
  return anchorsOf(await readFile(place, 'utf8')).has(anchor) ? undefined : `${place} has no heading #${anchor}`;
}

test('every relative link leads to a page and a heading that exist', async () => {
  const problems: string[] = [];
  for (const page of await allPages()) {
    for (const { target, line } of linksOf(await readFile(page, 'utf8'))) {
      const problem = await problemOf(page, target);
      if (problem !== undefined) problems.push(`${page}:${line}: ${problem}`);
    }
  }

  expect(problems).toEqual([]);
});

test('every chapter of the book is in its summary', async () => {
  const chapters = (await allPages()).filter((page) => page.startsWith('docs/book/') && !page.endsWith('SUMMARY.md'));
  const summary = linksOf(await readFile('docs/book/SUMMARY.md', 'utf8')).map(({ target }) => `docs/book/${target}`);

  expect(summary.filter((page) => page.startsWith('docs/book/') && !page.includes('..')).toSorted()).toEqual(chapters);
});

test('a heading becomes the anchor that GitHub makes of it', () => {
  const text = '# What `kbts dev` does\n\n## Twice\n\n## Twice\n\n```\n# no heading\n```\n';

  expect([...anchorsOf(text)]).toEqual(['what-kbts-dev-does', 'twice', 'twice-1']);
});
