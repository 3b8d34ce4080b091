import { expect, test } from 'vitest';
import { Fields, problem } from '../../src/project/project-fields.js';
import { isMap, parseDocument } from '../../src/yaml.js';

function fieldsOf(text: string): Fields {
  const { contents } = parseDocument(text);
  if (!isMap(contents)) throw new Error('not a map');
  return new Fields(contents, text, 'resources[0]');
}

test('values are read as what they are', () => {
  const fields = fieldsOf('a: x\nb: true\nc: [v1]\nd: {e: 1}\nf: [{g: 1}]\nh:\n');

  expect([fields.string('a'), fields.string('nothing'), fields.boolean('b'), fields.boolean('nothing')]).toEqual([
    'x',
    undefined,
    true,
    false,
  ]);
  expect(fields.strings('c', () => undefined)).toEqual(['v1']);
  expect([fields.map('d')?.toJSON(), fields.map('h'), fields.maps('f').length]).toEqual([{ e: 1 }, undefined, 1]);
});

test.each([
  ['a number for a string', 'x: 1\na: 1', (fields: Fields) => fields.string('a'), 'PROJECT:2: resources[0].a'],
  ['a word for a boolean', 'a: maybe', (fields: Fields) => fields.boolean('a'), 'true or false'],
  ['a map for a string', 'a: {}', (fields: Fields) => fields.string('a'), 'single value'],
  ['nothing where something is needed', 'b: 1', (fields: Fields) => fields.required('a'), 'it is missing'],
  ['a value against a rule', 'a: x', (fields: Fields) => fields.checked('a', () => 'too short'), 'too short'],
])('%s is an error with its line', (_, text, read, message) => {
  expect(() => read(fieldsOf(text))).toThrow(
    expect.objectContaining({ code: 'project-invalid', message: expect.stringContaining(message) }),
  );
});

test('a problem counts lines from one', () => {
  expect(problem('a\nb\nc', 4, 'm', 'f')).toMatchObject({ message: 'PROJECT:3: m', fix: 'f' });
});
