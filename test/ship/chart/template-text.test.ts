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
  };
  expect(fromYaml(templateText(plain(value)))).toEqual(value);
});

test('braces in descriptions are text, not a template', () => {
  expect(templateText(plain({ a: 'use {{ .Name }}' }))).toBe('a: use {{ "{{" }} .Name {{ "}}" }}\n');
});
