import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { outputPath, renderSet, renderTemplate } from '../../src/scaffold/template-tree.js';

test('names in a path are replaced by variables', () => {
  expect(
    outputPath('src/__groupPath____version__/__file__.ts', { groupPath: 'crew/', version: 'v1', file: 'captain' }),
  ).toBe('src/crew/v1/captain.ts');
});

test('a path that needs a missing variable is an error', () => {
  expect(() => outputPath('__nope__', {})).toThrow('needs the variable nope');
});

test('a set gives its files in order', () => {
  const files = renderSet('rbac-cluster-binding', { projectName: 'shop' });

  expect(files.map(({ path: file }) => file)).toEqual(['config/rbac/cluster_role_binding.yaml']);
  expect(files[0]?.text).toContain('app.kubernetes.io/name: shop');
});

test('a missing variable is an error that names the template', () => {
  expect(() => renderTemplate('license/copyright', {})).toThrow('template license/copyright');
});

test('a single template can be rendered', () => {
  expect(renderTemplate('license/copyright', { year: '2026', owner: 'Me' })).toContain('2026');
});

describe('all templates', () => {
  const templates = readdirSync('templates', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

  test('end in .hbs, so that compilers, linters and npm leave them alone', () => {
    expect(templates.filter((file) => !file.endsWith('.hbs'))).toEqual([]);
  });

  test('hold at most two conditions', () => {
    const complicated = templates.filter(
      (file) => (readFileSync(file, 'utf8').match(/\{\{#(if|unless)/g) ?? []).length > 2,
    );

    expect(complicated).toEqual([]);
  });
});
