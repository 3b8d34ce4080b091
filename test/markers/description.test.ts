import { expect, test } from 'vitest';
import { describeLines, resolveInlineTags } from '../../src/markers/description.js';

test.each([
  [['', 'a', '', '', 'b', ''], 'a\n\nb'],
  [['a', 'TODO x', 'b'], 'a\nb'],
  [['a', '---', 'b'], 'a'],
  [['```', 'TODO x', '---', '```'], '```\nTODO x\n---\n```'],
  [['  indented'], '  indented'],
  [['a:', '  ---', '  TODO x', 'b'], 'a:\n  ---\n  TODO x\nb'],
  [['TODO'], ''],
])('%j', (lines, expected) => {
  expect(describeLines(lines)).toBe(expected);
});

test.each([
  ['see {@link Foo}', 'see Foo'],
  ['see {@link Foo | the foo}', 'see the foo'],
  ['see {@linkcode Foo bar}', 'see bar'],
])('%s', (text, expected) => {
  expect(resolveInlineTags(text)).toBe(expected);
});
