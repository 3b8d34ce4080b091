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
  test('a file that cannot be read is an error, not a loss', () => {
    expect(() => mergeValues('a: [', {}, {}, 'fresh')).toThrow(ValuesProblem);
    expect(() => mergeValues('- a\n', {}, {}, 'fresh')).toThrow(ValuesProblem);
  });
});
