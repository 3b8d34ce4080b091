/** Every diagnostic code has a source that produces it and an entry in the reference. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { DIAGNOSTIC_CODES, diagnosticReference, type DiagnosticCode } from '../../../src/model/diagnostic-codes.js';
import { diagnose, FIXTURES } from './diagnostic-fixtures.js';

/** Warnings and notes. */
const NO_ERROR = new Set([
  'tag-ignored',
  'tag-unknown',
  'default-unreachable',
  'type-not-json',
  'type-rules-lost',
  'example-invalid',
  'kind-without-metadata',
  'kind-renamed',
  'kind-mismatch',
  'plural-odd',
  'names-disagree',
  'column-duplicate',
  'rbac-verb-unknown',
  'rbac-resource-unknown',
  'marker-overridden',
  'rbac-names-useless',
  'rights-unused',
  'rights-unclear',
  'crd-too-large',
]);

describe('every code has a source that produces it', () => {
  test.each(Object.keys(DIAGNOSTIC_CODES) as DiagnosticCode[])('%s', async (code) => {
    const plan = await diagnose(FIXTURES[code]);

    const found = plan.diagnostics.filter((diagnostic) => diagnostic.code === code);
    expect(plan.diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
    for (const diagnostic of found) {
      expect(diagnostic.message).not.toBe('');
      expect(diagnostic.fix).not.toBe('');
      if (code !== 'crd-too-large')
        expect(diagnostic.position).toMatchObject({ file: expect.stringMatching(/^src\//) as string });
    }
    if (NO_ERROR.has(code)) expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    else expect(plan.files).toEqual([]);
  });
});

test('the reference is up to date', () => {
  const file = path.join(import.meta.dirname, '../../../docs/diagnostics.md');

  expect(readFileSync(file, 'utf8')).toBe(diagnosticReference());
});
