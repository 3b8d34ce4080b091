import { expect, test } from 'vitest';
import { Field, findings } from '../../src/kubernetes/field.js';

const object = { spec: { items: [{ name: 'a' }, { name: '' }], map: { 'x/y': 'z' }, count: -1 } };

test('a field knows its place', () => {
  const field = new Field(object, '', []).at('spec');

  expect(field.at('items').items.map((item) => item.at('name').path)).toEqual([
    'spec.items[0].name',
    'spec.items[1].name',
  ]);
  expect(field.at('map').key('x/y').path).toBe('spec.map[x/y]');
});

test('absent values read as zero values, and a key such as constructor is absent', () => {
  const field = new Field({}, '', []);

  expect([field.at('a').text, field.at('a').number, field.at('a').items, field.at('a').isSet]).toEqual([
    '',
    0,
    [],
    false,
  ]);
  expect(field.at('constructor').isSet).toBe(false);
});

test('findings carry reason, field and message as the server words them', () => {
  const found = findings(object, '', (root) => {
    root.at('spec').at('items').key(1).at('name').needs();
    root.at('spec').at('count').notNegative();
    root.at('spec').at('items').key(0).at('name').oneOf(['b', 'c']);
    root.at('spec').at('items').key(0).at('name').duplicate();
    root.at('spec').at('map').forbidden('no');
    root.at('spec').at('items').key(0).at('name').notFound();
  });

  expect(found).toEqual([
    { reason: 'FieldValueRequired', field: 'spec.items[1].name', message: 'Required value' },
    {
      reason: 'FieldValueInvalid',
      field: 'spec.count',
      message: 'Invalid value: -1: must be greater than or equal to 0',
    },
    {
      reason: 'FieldValueNotSupported',
      field: 'spec.items[0].name',
      message: 'Unsupported value: "a": supported values: "b", "c"',
    },
    { reason: 'FieldValueDuplicate', field: 'spec.items[0].name', message: 'Duplicate value: "a"' },
    { reason: 'FieldValueForbidden', field: 'spec.map', message: 'Forbidden: no' },
    { reason: 'FieldValueNotFound', field: 'spec.items[0].name', message: 'Not found: "a"' },
  ]);
});
