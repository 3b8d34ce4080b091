import { expect, test } from 'vitest';
import { fromYaml } from '../../../src/yaml.js';
import type { Json } from '../../../src/ship/json.js';
import { plain } from '../../../src/ship/chart/merged.js';
import { templateText } from '../../../src/ship/chart/template-text.js';

test('values come back as they were, whatever they are', () => {
  const value: Json = {
    text: 'on',
    number: '012',
    lines: 'a\n  b\n\nc\n',
    long: `${'word '.repeat(60)}end`,
    'odd key: #': [{ a: [] }, { b: { c: null } }, [1, [2]], 'x: y'],
    quote: `it's "so"`,
    empty: '',
    end: 'a\n\n\n',
    space: 'a\nb \n',
    blank: '\n',
  };
  expect(fromYaml(templateText(plain(value)))).toEqual(value);
});

test('no value ends in white space that a template after it would take away', () => {
  const text = templateText(plain({ a: 'x\n\n', b: 'x\n  \n', c: 'x\ny ', d: 'x \n', e: 'x\n' }));
  expect(text).toBe('a: "x\\n\\n"\nb: "x\\n  \\n"\nc: "x\\ny "\nd: "x \\n"\ne: |\n  x\n');
});

test('braces in descriptions are text, not a template', () => {
  expect(templateText(plain({ a: 'use {{ .Name }}' }))).toBe('a: use {{ "{{" }} .Name }}\n');
  expect(templateText(plain({ a: 'use {"b":{}}' }))).toBe(`a: use {"b":{}}\n`);
});
