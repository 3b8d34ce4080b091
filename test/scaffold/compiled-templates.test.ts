import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as onDisk from '../../src/scaffold/template-store.js';
import { templatesPlugin } from '../../scripts/build-templates.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'kbts-templates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let compiled: Pick<typeof onDisk, 'findTemplate' | 'templateNames'>;
beforeAll(async () => {
  const outfile = path.join(folder, 'store.mjs');
  const entryPoints = ['src/scaffold/template-store.ts'];
  const plugins = [templatesPlugin(path.resolve('templates'))];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', plugins });
  compiled = (await import(pathToFileURL(outfile).href)) as typeof compiled;
});

const sets = readdirSync('templates');

test.each(sets)('the set %s is whole in the built program, and renders the same text', (set) => {
  const names = onDisk.templateNames(set);
  expect(compiled.templateNames(set)).toEqual(names);
  for (const name of names) {
    const words = readFileSync(`templates/${set}/${name}.hbs`, 'utf8').match(/[A-Za-z]+/g) ?? [];
    const variables = Object.fromEntries(words.map((word) => [word, `<${word}>\n"${word}"`]));

    expect(compiled.findTemplate(`${set}/${name}`)(variables)).toBe(onDisk.findTemplate(`${set}/${name}`)(variables));
  }
});

test('a template that does not exist is an error in both', () => {
  expect(() => compiled.findTemplate('init/nothing')).toThrow();
  expect(() => onDisk.findTemplate('init/nothing')).toThrow();
});
