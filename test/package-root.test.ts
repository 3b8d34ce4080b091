import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot, packageVersion } from '../src/package-root.js';

test('the root holds package.json and templates', () => {
  expect(path.resolve(packageRoot())).toBe(path.resolve('.'));
  expect(packageVersion()).toBe((JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version);
});
