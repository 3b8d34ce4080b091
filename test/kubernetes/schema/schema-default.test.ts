import { expect, test } from 'vitest';
import { applyDefaults, dropNulls } from '../../../src/kubernetes/schema/schema-default.js';

const schema = {
  type: 'object',
  properties: {
    size: { type: 'integer', default: 3 },
    note: { type: 'string' },
    maybe: { type: 'string', nullable: true, default: 'x' },
    list: { type: 'array', items: { type: 'object', properties: { port: { type: 'integer', default: 80 } } } },
  },
};

test('missing values get their defaults, in items too', () => {
  expect(applyDefaults({ list: [{}, { port: 1 }] }, schema)).toEqual({
    size: 3,
    maybe: 'x',
    list: [{ port: 80 }, { port: 1 }],
  });
});

test('null gives way to a default where it is not allowed', () => {
  expect(applyDefaults({ note: null, size: null, maybe: null }, schema)).toEqual({ note: null, size: 3, maybe: null });
});

test('decoding drops null where it is not allowed and no default replaces it', () => {
  expect(dropNulls({ note: null, size: null, maybe: null, list: [{ port: null }] }, schema)).toEqual({
    size: null,
    maybe: null,
    list: [{ port: null }],
  });
});

test('an object that needs no default is the same object', () => {
  const object = { size: 1, maybe: 'y' };

  expect(applyDefaults(object, schema)).toBe(object);
});
