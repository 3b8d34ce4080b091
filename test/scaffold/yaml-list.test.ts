import { describe, expect, test } from 'vitest';
import { addToYamlList, removeFromYamlList, yamlListItems } from '../../src/scaffold/yaml-list.js';

const add = (text: string, item: Parameters<typeof addToYamlList>[2], key = 'resources') =>
  addToYamlList(text, key, item, 'k.yaml');
const remove = (text: string, item: Parameters<typeof addToYamlList>[2]) =>
  removeFromYamlList(text, 'resources', item, 'k.yaml');

describe('adding', () => {
  test.each([
    ['to an indented list', 'resources:\n  - a.yaml\n', 'resources:\n  - a.yaml\n  - b.yaml\n'],
    ['to a list without indentation', 'resources:\n- a.yaml\nx: 1\n', 'resources:\n- a.yaml\n- b.yaml\nx: 1\n'],
    [
      'before comments that follow',
      'resources:\n  - a.yaml # one\n\n# two\nx: 1\n',
      'resources:\n  - a.yaml # one\n  - b.yaml\n\n# two\nx: 1\n',
    ],
    [
      'above the scaffold marker, below comments about it',
      'resources:\n- a.yaml\n# yours\n# +kubebuilder:scaffold:x\n# two\n',
      'resources:\n- a.yaml\n# yours\n- b.yaml\n# +kubebuilder:scaffold:x\n# two\n',
    ],
    [
      'behind the last item when the marker is of something else',
      'resources:\n- a.yaml\n\n# +kubebuilder:scaffold:x\n',
      'resources:\n- a.yaml\n- b.yaml\n\n# +kubebuilder:scaffold:x\n',
    ],
    ['to an empty list', 'resources: []\nx: 1\n', 'resources:\n- b.yaml\nx: 1\n'],
    ['to a flow list', 'resources: [a.yaml]\n', 'resources:\n- a.yaml\n- b.yaml\n'],
    ['to a key without a value', 'resources:\nx: 1\n', 'resources:\n- b.yaml\nx: 1\n'],
    ['where there is no list', 'x: 1\n', 'x: 1\nresources:\n- b.yaml\n'],
    ['where the file has no last newline', 'resources:\n  - a.yaml', 'resources:\n  - a.yaml\n  - b.yaml'],
    ['only once', 'resources:\n  - b.yaml\n', 'resources:\n  - b.yaml\n'],
  ])('%s', (_, before, after) => {
    expect(add(before, 'b.yaml')).toBe(after);
  });

  test('a map after a map', () => {
    const before = 'patches:\n  - path: a.yaml\n    target:\n      kind: Deployment\nx: 1\n';

    expect(add(before, { path: 'b.yaml' }, 'patches')).toBe(
      'patches:\n  - path: a.yaml\n    target:\n      kind: Deployment\n  - path: b.yaml\nx: 1\n',
    );
  });

  test.each([['resources: text\n'], ['- a\n'], ['a: [\n']])('refuses what is not a map with a list: %j', (text) => {
    expect(() => add(text, 'b')).toThrow(expect.objectContaining({ code: 'cannot-read' }));
  });
});

describe('removing', () => {
  test.each([
    ['one of several', 'resources:\n  - a.yaml\n  - b.yaml\n  - c.yaml\n', 'resources:\n  - a.yaml\n  - c.yaml\n'],
    ['the last one, keeping the key', 'x: 1\nresources:\n  - b.yaml\ny: 2\n', 'x: 1\nresources:\ny: 2\n'],
    ['what is not there', 'resources:\n  - a.yaml\n', 'resources:\n  - a.yaml\n'],
  ])('%s', (_, before, after) => {
    expect(remove(before, 'b.yaml')).toBe(after);
  });

  test.each(['# head\nresources:\n  - a.yaml # keep\n# tail\n', 'resources:\n# +marker\n\n# tail\nx:\n- y\n'])(
    'undoes adding, byte for byte: %j',
    (before) => {
      expect(remove(add(before, 'b.yaml'), 'b.yaml')).toBe(before);
    },
  );
});

test('lists the items', () => {
  expect(yamlListItems('components: [a, b]\n', 'components', 'k.yaml')).toEqual(['a', 'b']);
  expect(yamlListItems('x: 1\n', 'components', 'k.yaml')).toEqual([]);
});
