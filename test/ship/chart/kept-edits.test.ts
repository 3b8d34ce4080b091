import { describe, expect, test } from 'vitest';
import { decideTemplate, hashOf, mergeValues, ValuesProblem } from '../../../src/ship/chart/kept-edits.js';

describe('decideTemplate', () => {
  test.each([
    ['new', undefined, undefined, 'new', { kind: 'write', text: 'new' }],
    ['as we made it', 'old', hashOf('old'), 'new', { kind: 'write', text: 'new' }],
    ['changed by someone', 'mine', hashOf('old'), 'new', { kind: 'keep' }],
    ['made by someone', 'mine', undefined, 'new', { kind: 'keep' }],
    ['made by someone, but equal', 'new', undefined, 'new', { kind: 'write', text: 'new' }],
    ['not needed any more', 'old', hashOf('old'), undefined, { kind: 'delete' }],
    ['not needed any more, but changed', 'mine', hashOf('old'), undefined, { kind: 'keep' }],
  ])('%s', (_, onDisk, recorded, generated, decision) => {
    expect(decideTemplate(onDisk, recorded, generated, false)).toEqual(decision);
  });
  test('force replaces what was changed', () => {
    expect(decideTemplate('mine', undefined, 'new', true)).toEqual({ kind: 'write', text: 'new' });
  });
});

describe('mergeValues', () => {
  const old = { manager: { replicas: 1, resources: { limits: { cpu: '500m' } } }, crd: { keep: true } };

  test('what nobody changed follows config/, what somebody changed stays, with comments', () => {
    const text =
      '# mine\nmanager:\n  # for us\n  replicas: 3\n  resources:\n    limits:\n      cpu: 500m\ncrd:\n  keep: true\nours: 1\n';
    const next = { manager: { replicas: 2, resources: { limits: { cpu: '1' } } }, crd: { keep: true }, extra: true };
    expect(mergeValues(text, old, next, 'fresh')).toBe(
      '# mine\nmanager:\n  # for us\n  replicas: 3\n  resources:\n    limits:\n      cpu: "1"\ncrd:\n  keep: true\nours: 1\nextra: true\n',
    );
  });
  test('nothing to change leaves every byte', () => {
    const text = 'manager:   { replicas: 1 } # odd\ncrd: {keep: true}\n';
    expect(mergeValues(text, old, old, 'fresh')).toBe(text);
  });
  test('a value that went away goes, unless it was changed', () => {
    expect(mergeValues('a: 1\nb: 2\n', { a: 1, b: 1 }, {}, 'fresh')).toBe('b: 2\n');
  });
  test('a value that someone removed stays away', () => {
    expect(mergeValues('b: 2\n', { a: 1, b: 2 }, { a: 1, b: 2 }, 'fresh')).toBe('b: 2\n');
  });
  test.each([
    ['large and octal numbers', 'id: 12345678901234567890\nmode: 010\nname: 007\n'],
    ['words and empty values', 'a: yes\nb: ~\nc:\nd: 1_000\ne: !!binary aGk=\n'],
    ['quotes', `a: 'it''s'\nb: "x\\ty"\n`],
    ['aliases', 'a: &x\n  b: 1\nc: *x\n'],
  ])('values of their own stay to the letter: %s', (_, own) => {
    expect(mergeValues(`n: 1\n${own}`, { n: 1 }, { n: 2 }, 'fresh')).toBe(`n: 2\n${own}`);
  });
  test('new values mean for Helm what they are', () => {
    expect(mergeValues('a: 1\n', { a: 1 }, { a: 'yes', b: { on: 'off' }, c: ['1_000'] }, 'fresh')).toBe(
      'a: "yes"\nb:\n  "on": "off"\nc:\n  - "1_000"\n',
    );
  });
  test('comments beside a value stay when it changes', () => {
    expect(mergeValues('a: 1 # why\n# next\nb: {c: 1} # and\n', { a: 1, b: { c: 1 } }, { a: 2, b: 3 }, 'fresh')).toBe(
      'a: 2 # why\n# next\nb: 3 # and\n',
    );
  });
  test('what aliases mean stays', () => {
    const text = 'a: &x\n  b: 1\nc: *x\nd:\n  e: &y 1\nf: *y\n';
    expect(mergeValues(text, { a: { b: 1 }, d: { e: 1 } }, { a: { b: 2 } }, 'fresh')).toBe(text);
    expect(mergeValues('a:\n  b: &x 1\n  c: 1\n', { a: { b: 1, c: 1 } }, { a: { b: 2, c: 2 } }, 'fresh')).toBe(
      'a:\n  b: &x 1\n  c: 2\n',
    );
  });
  test('lines end as they did', () => {
    expect(mergeValues('a: 1\r\nb: |\r\n  x\r\n', { a: 1 }, { a: 2 }, 'fresh')).toBe('a: 2\r\nb: |\r\n  x\r\n');
  });
  test('a file of comments gets the defaults below them', () => {
    expect(mergeValues('# ours\n', {}, { a: 1 }, 'a: 1\n')).toBe('# ours\na: 1\n');
    expect(mergeValues('', {}, { a: 1 }, 'a: 1\n')).toBe('a: 1\n');
  });
  test('a file that cannot be read is an error, not a loss', () => {
    expect(() => mergeValues('a: [', {}, {}, 'fresh')).toThrow(ValuesProblem);
    expect(() => mergeValues('- a\n', {}, {}, 'fresh')).toThrow(ValuesProblem);
  });
});
