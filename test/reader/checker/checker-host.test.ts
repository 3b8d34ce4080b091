import { expect, test } from 'vitest';
import { makeCheckerHost } from '../../../src/reader/checker/checker-host.js';
import { viewFiles } from '../../../src/reader/sources/files.js';
import { Program } from '../../../src/reader/sources/program.js';
import { loadTypeScript } from '../../../src/typescript/load.js';

const texts = new Map([['/project/src/a.ts', 'export type A = string;']]);
const program = new Program(loadTypeScript(), '/project', viewFiles({ texts }));
const host = makeCheckerHost(program);

test('files are the trees that the reader has', () => {
  expect(host.getSourceFile('/project/src/a.ts', 99)).toBe(program.unit('/project/src/a.ts')?.ast);
  expect(host.getSourceFile('/project/src/b.ts', 99)).toBeUndefined();
});

test('the library is parsed once', () => {
  const file = host.getDefaultLibFileName({});

  expect(host.getSourceFile(file, 99)).toBe(makeCheckerHost(program).getSourceFile(file, 99));
});
