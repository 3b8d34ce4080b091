import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ownSpecifier, ownTypesFile, ownTypesFolder, runtimeText } from '../../src/typescript/own-types.js';

test.each(['kbts/k8s', 'kbts/k8s/apps/v1'])('%s has a file', (specifier) => {
  expect(existsSync(ownTypesFile(specifier) ?? '')).toBe(true);
});

test('modules without types for a schema have none', () => {
  expect(ownTypesFile('kbts/testing')).toBeUndefined();
});

test('the types of the runtime are those of its sources', () => {
  for (const [, module = ''] of runtimeText().matchAll(/from '(.*)\.js'/g))
    expect(existsSync(`${module}.ts`)).toBe(true);
});

test.each([
  ['runtime/object/meta.ts', 'kbts/runtime'],
  ['k8s/generated/types/apps-v1.ts', 'kbts/k8s/apps/v1'],
  ['k8s/index.ts', 'kbts/k8s'],
])('%s belongs to %s', (file, specifier) => {
  expect(ownSpecifier(path.join(ownTypesFolder(), file))).toBe(specifier);
});

test('other files belong to none', () => {
  expect(ownSpecifier('/project/src/types.ts')).toBeUndefined();
});
