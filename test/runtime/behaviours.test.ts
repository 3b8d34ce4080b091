/** Keeps docs/behaviours true: every point is numbered, and names the tests whose titles have its number. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Point {
  readonly number: string;
  readonly text: string;
  readonly lines: string[];
}

/** How many points each section of a chapter has; a point that disappears must be missed. */
const CHAPTERS: Readonly<Record<number, readonly number[]>> = {
  1: [20, 8, 10, 8, 2, 3, 14],
  2: [5, 1, 13],
  3: [13, 11, 6, 6, 11, 10, 4, 11, 2, 3],
  4: [5, 7, 4, 4, 4, 5, 8, 4, 5],
  5: [8, 5, 10, 2, 3],
  6: [5, 5, 9, 3],
  7: [5, 5, 5, 4],
  8: [5, 4, 4, 4],
  9: [8, 2, 5, 4, 5, 2, 6, 1],
  10: [5, 3, 4, 2, 2],
  17: [3, 9, 9, 11, 9, 3],
  18: [5, 4, 3, 3],
  19: [7],
  20: [4],
  21: [9],
};

/** The chapters in the order of the page that lists them. */
const chapters = [...readFileSync('docs/behaviours.md', 'utf8').matchAll(/^## \[.+\]\((.+)\)$/gm)].map(
  ([, file]) => `docs/${file}`,
);
const points = chapters.flatMap((file) => readPoints(readFileSync(file, 'utf8')));

function readPoints(text: string): Point[] {
  const found: Point[] = [];
  let section = '';
  for (const line of text.split('\n')) {
    const [, heading] = /^## (\d+\.\d+) \S/.exec(line) ?? [];
    const [, number, statement] = /^(\d+)\. (\S.*)$/.exec(line) ?? [];
    const [, item] = /^ +- (\S.*)$/.exec(line) ?? [];
    if (heading) section = heading;
    if (number && statement) found.push({ number: `${section}.${number}`, text: statement, lines: [] });
    if (item) found.at(-1)?.lines.push(item);
  }
  return found;
}

/** The file of a line `file: title`; undefined when the point does not apply. */
function fileOf(line: string): string | undefined {
  const [, file] = /^(\S+\.ts): ./.exec(line) ?? [];
  return file === undefined || file.startsWith('test/') ? file : path.join('test/runtime', file);
}

/** Files whose tests run on a real kube-apiserver, and the suites that such files declare. */
function isReal(file: string): boolean {
  if (file.endsWith('.real.test.ts')) return true;
  const folder = path.dirname(file);
  const imported = `./${path.basename(file, '.ts')}.js`;
  return readdirSync(folder).some(
    (other) =>
      other.endsWith('.real.test.ts') && readFileSync(path.join(folder, other), 'utf8').includes(`'${imported}'`),
  );
}

test('every section has all its points, numbered without a gap', () => {
  const expected = Object.entries(CHAPTERS).flatMap(([chapter, counts]) =>
    counts.flatMap((count, section) =>
      Array.from({ length: count }, (_, index) => `${chapter}.${section + 1}.${index + 1}`),
    ),
  );

  expect(points.map(({ number }) => number)).toEqual(expected);
});

test('every point is shown by a test, or says why it does not apply', () => {
  const bare = points.filter(
    ({ lines }) => lines.length === 0 || lines.some((line) => /^does not apply: ?$/.test(line)),
  );

  expect(bare.map(({ number }) => number)).toEqual([]);
});

test('the pages name the tests whose titles have the number of a point', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/docs-behaviours.mjs', '--check'], {
    encoding: 'utf8',
  });

  expect(stdout + stderr).toBe('docs/behaviours is up to date\n');
  expect(status).toBe(0);
});

test('what only an API server can show is shown on a real one', () => {
  const unreal = points.filter(
    ({ text, lines }) => text.endsWith('_(API)_') && !lines.some((line) => isReal(fileOf(line) ?? 'test/x')),
  );

  expect(unreal.map(({ number }) => number)).toEqual([]);
});
