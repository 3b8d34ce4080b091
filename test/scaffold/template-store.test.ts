import { expect, test } from 'vitest';
import { compile, findTemplate, templateNames } from '../../src/scaffold/template-store.js';

test('variables go in as they are, without HTML escaping', () => {
  expect(compile('{{a}}')({ a: '<"&\'>' })).toBe('<"&\'>');
});

test('a missing variable is an error that names it', () => {
  expect(() => compile('{{missing}}')({})).toThrow('missing');
});

test('text in a variable is never taken for a template', () => {
  expect(compile('{{a}}')({ a: '{{b}}' })).toBe('{{b}}');
});

test('json writes a literal, indent moves lines', () => {
  expect(compile('{{json a}}')({ a: 'x"y' })).toBe('"x\\"y"');
  expect(compile('{{indent a 2}}')({ a: 'x\n\ny' })).toBe('  x\n\n  y');
});

test('the templates of a set have names without .hbs, sorted', () => {
  const names = templateNames('init');

  expect(names).toContain('config/default/kustomization.yaml');
  expect(names).toEqual(names.toSorted());
});

test('a template is found by set and name', () => {
  expect(findTemplate('license/copyright')({ year: '2026', owner: 'Me' })).toContain('2026');
});
