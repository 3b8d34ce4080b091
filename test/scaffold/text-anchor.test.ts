import { expect, test } from 'vitest';
import { insertAboveAnchor, removeInserted } from '../../src/scaffold/text-anchor.js';

const yaml = `rules:
- verbs: [get]
  names:
  - one
  # +kubebuilder:scaffold:names
`;

test('a snippet goes above the marker with its indentation', () => {
  expect(insertAboveAnchor(yaml, 'names', '- two\n', 'role.yaml')).toBe(
    yaml.replace('  # +kube', '  - two\n  # +kube'),
  );
});

test('the indentation inside a snippet is kept', () => {
  const text = insertAboveAnchor(yaml, 'names', '    - a:\n        b: 1\n', 'role.yaml');

  expect(text).toContain('  - a:\n      b: 1\n  # +kube');
});

test('a snippet is inserted once, however it is laid out', () => {
  const once = insertAboveAnchor(yaml, 'names', '- two', 'role.yaml');

  expect(insertAboveAnchor(once, 'names', '-   two', 'role.yaml')).toBe(once);
});

test('a snippet that ends with an empty line is set apart from the marker', () => {
  const text = 'a();\n\n// +kubebuilder:scaffold:x\n';

  const twice = insertAboveAnchor(insertAboveAnchor(text, 'x', 'b();\n\n', 'a.ts'), 'x', 'c();\n\n', 'a.ts');

  expect(twice).toBe('a();\n\nb();\n\nc();\n\n// +kubebuilder:scaffold:x\n');
  expect(removeInserted(removeInserted(twice, 'b();\n\n'), 'c();\n\n')).toBe(text);
});

test('a lost marker is an error with the snippet to paste', () => {
  expect(() => insertAboveAnchor('a: 1\n', 'names', '- two', 'role.yaml')).toThrow(
    expect.objectContaining({ code: 'anchor-missing', fix: expect.stringContaining('- two') }),
  );
});

test('text with dollar signs is inserted as it is', () => {
  expect(insertAboveAnchor(yaml, 'names', "- $& $1 $'", 'role.yaml')).toContain("- $& $1 $'");
});

test.each(['- two\n', '- a:\n    b: 1\n\n- c\n'])('removing undoes inserting: %j', (snippet) => {
  expect(removeInserted(insertAboveAnchor(yaml, 'names', snippet, 'role.yaml'), snippet)).toBe(yaml);
});

test('removing what was changed removes nothing', () => {
  const changed = insertAboveAnchor(yaml, 'names', '- two', 'role.yaml').replace('two', 'mine');

  expect(removeInserted(changed, '- two')).toBe(changed);
});
