import { expect, test } from 'vitest';
import { DIAGNOSTIC_CODES, diagnosticReference } from '../../src/model/diagnostic-codes.js';

test('codes are kebab-case, and each has a heading in the reference', () => {
  const reference = diagnosticReference();

  for (const code of Object.keys(DIAGNOSTIC_CODES)) {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(reference).toContain(`\n## ${code}\n`);
  }
});
