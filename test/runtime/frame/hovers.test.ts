/** What an editor shows of controllers, with the current TypeScript. Needs a build: types of kbts come from `dist`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectReadable } from '../../editor/hover-rules.js';
import { hovers } from '../../editor/language-server.js';
import type { Hover } from '../../editor/marked-module.js';
import { sourceProject, typecheck } from '../../typecheck.js';
import { exportedAs, library } from './uses/library.js';

const files = new Map([['library.ts', library]]);
let clean: () => Promise<void>;
let shown: readonly Hover[];

beforeAll(async () => {
  const project = await sourceProject(files);
  clean = project.clean;
  shown = await hovers(project.root, 'library.ts');
});

afterAll(() => clean());

test('hovers of steps, parameters and results are short and contain the name', () => {
  expect(shown.length).toBeGreaterThan(60);
  expectReadable(shown);
});

test.each(exportedAs)('the exported %s is a %s', (name, type) => {
  expect(shown.find((one) => one.name === name)?.signature.replaceAll(/\s+/g, ' ')).toBe(`const ${name}: ${type}`);
});

test('a library that exports controllers compiles with declarations and exact optional properties', async () => {
  const options = { declaration: true, noEmit: false, outDir: 'out', exactOptionalPropertyTypes: true };

  expect(await typecheck(files, { options })).toBe('');
});
