import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { allPages } from './markdown.js';

const folder = 'docs/pictures';
const files = readdirSync(folder);
const drawn = files.filter((file) => file.endsWith('.svg'));

interface Shape {
  readonly form: string;
}
interface Drawing {
  describe(text: string, file: string): Shape[];
  draw(shapes: readonly Shape[], mode: 'light' | 'dark'): string;
  misfits(shapes: readonly Shape[]): string[];
}

async function load<T>(script: string): Promise<T> {
  const module: unknown = await import(pathToFileURL(path.resolve(script)).href);
  return module as T;
}

async function drawing(): Promise<Drawing> {
  return {
    ...(await load<Drawing>('scripts/pictures/describe.mjs')),
    ...(await load<Drawing>('scripts/pictures/draw.mjs')),
  };
}

test.each(['scripts/docs-pictures.mjs', 'scripts/docs-recording.mjs'])('%s has nothing to draw', (script) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });

  expect(status, stdout + stderr).toBe(0);
});

test('every picture is there for light and for dark pages, and is shown somewhere', async () => {
  const pages = (await Promise.all((await allPages()).map((page) => readFileSync(page, 'utf8')))).join('\n');
  const names = [...new Set(drawn.map((file) => file.replace(/-(?:light|dark)\.svg$/, '')))];

  expect(names.length).toBeGreaterThan(7);
  expect(drawn.toSorted()).toEqual(names.flatMap((name) => [`${name}-dark.svg`, `${name}-light.svg`]).toSorted());
  expect(names.filter((name) => !pages.includes(`pictures/${name}-light.svg`))).toEqual([]);
});

test('every picture on a page exists, has words for those who do not see it, and a dark twin', async () => {
  const problems: string[] = [];
  for (const page of await allPages()) {
    const text = readFileSync(page, 'utf8');
    for (const [whole, dark = '', alt = '', light = ''] of text.matchAll(
      /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*<img alt="([^"]*)" src="([^"]+)"[^>]*>\s*<\/picture>/g,
    )) {
      if (alt.length < 20) problems.push(`${page}: ${whole}: say what it shows`);
      if (dark !== light.replace('-light', '-dark')) problems.push(`${page}: ${dark} is not the twin of ${light}`);
      if (!files.includes(path.basename(light))) problems.push(`${page}: ${light} does not exist`);
    }
    const count = (pattern: RegExp): number => [...text.matchAll(pattern)].length;
    if (
      count(/<picture>/g) !==
      count(/<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="[^"]+">\s*<img alt="/g)
    )
      problems.push(`${page}: a picture is not written as the others are`);
  }
  expect(problems).toEqual([]);
});

test.each(drawn)('%s is well-formed, titled and described', (file) => {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const open: string[] = [];
  for (const [, isEnd, name = '', isEmpty] of text.matchAll(/<(\/?)([a-zA-Z]+)(?:\s+[\w:-]+="[^"<]*")*\s*(\/?)>/g)) {
    if (isEnd) expect(open.pop()).toBe(name);
    else if (!isEmpty) open.push(name);
  }

  expect(open).toEqual([]);
  expect(text.replaceAll(/<[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;)/);
  expect(text).toMatch(/<title id="t">.+<\/title>\n<desc id="d">.+<\/desc>/);
});

test('words that do not fit, and shapes that nobody knows, are found', async () => {
  const { describe, misfits } = await drawing();
  const head = 'title | t\nalt | a\nsize 200 100\n';

  expect(misfits(describe(`${head}box a 0 0 60 30 | far too long for this`, 'x.txt'))).toEqual([
    expect.stringContaining('wider than its box'),
  ]);
  expect(misfits(describe(`${head}box a 190 0 60 30 | a`, 'x.txt'))).toEqual([
    expect.stringContaining('leaves the picture'),
  ]);
  expect(() => describe(`${head}circle 1 2`, 'x.txt')).toThrow('x.txt:4: "circle" is not a form');
  expect(() => describe(`${head}box a 1 2 | a`, 'x.txt')).toThrow('x.txt:4: box takes 5 values');
});
