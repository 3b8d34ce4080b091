import { describe, expect, test } from 'vitest';
import { remedyForTag } from '../../../src/markers/doc-tags/mistaken.js';
import { readTag } from '../../../src/markers/tags.js';
import { fieldCodes } from '../../reader/read-source.js';

const onField = (name: string, text = '1', isOptional = true): string | undefined =>
  remedyForTag(name, text, { target: 'field', isOptional });

describe('tags of other generators', () => {
  test.each([
    ['min', '@minimum'],
    ['max', '@maximum'],
    ['gte', '@minimum'],
    ['defaultValue', '@default'],
    ['defaultvalue', '@default'],
    ['regex', '@pattern'],
    ['uniqueItems', '@listType set'],
    ['examples', '@example'],
    ['asType', 'Int32'],
    ['TJS_minimum', '@minimum'],
    ['email', '@format email'],
    ['XValidation', '+kubebuilder:validation:XValidation'],
    ['PreserveUnknownFields', '+kubebuilder:pruning:PreserveUnknownFields'],
  ])('@%s', (name, expected) => {
    expect(onField(name)).toContain(expected);
  });
});

test.each(['minimum', 'maximum', 'exclusiveMinimum', 'multipleOf', 'minLength', 'maxItems', 'pattern', 'format'])(
  'every slip of @%s is seen',
  (name) => {
    const slips = [...name].flatMap((letter, index) => [
      name.slice(0, index) + name.slice(index + 1),
      name.slice(0, index) + letter + name.slice(index),
      `${name.slice(0, index)}q${name.slice(index + 1)}`,
    ]);
    const unseen = slips.filter((slip) => readTag(slip, '1').kind === 'other' && onField(slip) === undefined);

    expect(unseen).toEqual([]);
    expect(onField(name.toUpperCase())).toBe(`write @${name}`);
  },
);

test.each(['param', 'returns', 'remarks', 'category', 'stability', 'note', 'team', 'group', 'kind', 'status', 'owner'])(
  '@%s is about something else',
  (name) => {
    expect(onField(name, 'x')).toBeUndefined();
    expect(remedyForTag(name, 'x', { target: 'type' })).toBeUndefined();
  },
);

describe('tags whose text decides', () => {
  test.each([
    ['type', '{number}', true, undefined],
    ['type', 'integer', true, 'Int32'],
    ['enum', '{number}', true, undefined],
    ['enum', '["a", "b"]', true, 'union of literals'],
    ['optional', '', true, undefined],
    ['optional', '', false, '"?"'],
    ['required', '', false, undefined],
    ['required', '', true, '"?"'],
  ])('@%s %s on an optional field: %s', (name, text, isOptional, expected) => {
    const remedy = onField(name, text, isOptional);

    if (expected === undefined) expect(remedy).toBeUndefined();
    else expect(remedy).toContain(expected);
  });
});

test('a field gets the warning, with its place', async () => {
  expect(await fieldCodes('Int32', '', '/** @min 1 */')).toEqual(['tag-unknown']);
  expect(await fieldCodes('Int32', '', '/** Words.\n * @remarks More. */')).toEqual([]);
});
