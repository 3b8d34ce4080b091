import { describe, expect, test } from 'vitest';
import { plain } from '../../../src/ship/chart/merged.js';
import { templateText } from '../../../src/ship/chart/template-text.js';
import {
  addLines,
  addMap,
  editAt,
  everyString,
  inline,
  setEntry,
  withoutEntry,
} from '../../../src/ship/chart/tree-edit.js';

const tree = plain({
  spec: {
    containers: [
      { name: 'manager', image: 'a' },
      { name: 'other', image: 'b' },
    ],
  },
});

describe('editAt', () => {
  test('changes the item of a list that has the value', () => {
    const changed = editAt(
      tree,
      ['spec', 'containers', { key: 'name', value: 'manager' }],
      setEntry('image', inline('{{ x }}')),
    );
    expect(templateText(changed)).toBe(
      'spec:\n  containers:\n  - name: manager\n    image: {{ x }}\n  - name: other\n    image: b\n',
    );
  });
  test('makes nothing that is not there', () => {
    expect(editAt(tree, ['status', 'a'], setEntry('b', inline('c')))).toEqual(tree);
  });
});

test('addMap adds to a map that is there, and makes one that is not', () => {
  expect(templateText(addMap('labels', '.Values.labels')(plain({ labels: { a: 'b' } })))).toBe(
    'labels:\n  a: b\n  {{- with .Values.labels }}\n  {{- toYaml . | nindent 2 }}\n  {{- end }}\n',
  );
  expect(templateText(addMap('labels', '.Values.labels')(plain({ name: 'a' })))).toBe(
    'name: a\n{{- with .Values.labels }}\nlabels:\n  {{- toYaml . | nindent 2 }}\n{{- end }}\n',
  );
});

test('addLines goes below the last item of a list', () => {
  expect(templateText(editAt(plain({ args: ['a'] }), ['args'], addLines('{{- x }}')))).toBe('args:\n- a\n{{- x }}\n');
});

test('everyString replaces values, not keys', () => {
  const changed = everyString(plain({ secret: ['secret', { name: 'secret' }] }), (value) =>
    value === 'secret' ? inline('{{ s }}') : undefined,
  );
  expect(templateText(changed)).toBe('secret:\n- {{ s }}\n- name: {{ s }}\n');
});

test('withoutEntry removes a key', () => {
  expect(templateText(withoutEntry('a')(plain({ a: 1, b: 2 })))).toBe('b: 2\n');
});
