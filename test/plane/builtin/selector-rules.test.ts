import { expect, test } from 'vitest';
import { findings } from '../../../src/kubernetes/field.js';
import { annotations, portReference } from '../../../src/plane/builtin/selector-rules.js';
import { isConfigKey, isEnvName, isLocalPath, isPortName } from '../../../src/plane/builtin/text-rules.js';

test('keys of annotations may be in capitals', () => {
  expect(findings({ 'Example.com/A': 'x' }, 'a', annotations)).toEqual([]);
  expect(findings({ 'a/b/c': 'x' }, 'a', annotations)).toHaveLength(1);
});

test('ports are numbers from 1 to 65535 or names with a letter', () => {
  expect([0, 1, 65_535, 65_536].map((port) => findings(port, 'p', portReference).length)).toEqual([1, 0, 0, 1]);
  expect(['http', '80', 'a--b', '-a', 'x'.repeat(16)].map((name) => isPortName(name).length)).toEqual([0, 1, 1, 1, 1]);
});

test('keys, variables and paths have rules of their own', () => {
  expect(['a.b', 'a b', '.', '..x'].map((key) => isConfigKey(key).length)).toEqual([0, 1, 1, 1]);
  expect(['A=B', 'a b', 'ü', ''].map((name) => isEnvName(name).length)).toEqual([1, 0, 1, 1]);
  expect(['a/b', '/a', '../a', '..a'].map((path) => isLocalPath(path).length)).toEqual([0, 1, 1, 1]);
});
