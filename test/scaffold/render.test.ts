import { expect, test } from 'vitest';
import { render } from '../../src/scaffold/render.js';

test('variables go in as they are, without HTML escaping', () => {
  expect(render('{{a}}', { a: '<"&\'>' }, 't')).toBe('<"&\'>');
});

test('a missing variable is an error that names the template', () => {
  expect(() => render('{{missing}}', {}, 'api/x.hbs')).toThrow('template api/x.hbs');
});

test('text in a variable is never taken for a template', () => {
  expect(render('{{a}}', { a: '{{b}}' }, 't')).toBe('{{b}}');
});

test('json writes a literal, indent moves lines', () => {
  expect(render('{{json a}}', { a: 'x"y' }, 't')).toBe('"x\\"y"');
  expect(render('{{indent a 2}}', { a: 'x\n\ny' }, 't')).toBe('  x\n\n  y');
});
