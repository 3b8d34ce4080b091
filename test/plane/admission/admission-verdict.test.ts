import { expect, test } from 'vitest';
import { verdictOf } from '../../../src/plane/admission/admission-verdict.js';
import type { JsonObject } from '../../../src/kubernetes/json/json-value.js';

const question = { uid: 'u', name: 'hook', isMutating: true };
const review = (response: JsonObject, rest: JsonObject = {}): JsonObject => ({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  response: { uid: 'u', ...response },
  ...rest,
});
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

test('an answer that allows carries its patch and warnings', () => {
  const patch = base64([{ op: 'add', path: '/a', value: 1 }]);

  const verdict = verdictOf(review({ allowed: true, patch, patchType: 'JSONPatch', warnings: ['w'] }), question);

  expect(verdict).toEqual({ patch: [{ op: 'add', path: '/a', value: 1 }], warnings: ['w'] });
});

test.each<[string, JsonObject, boolean]>([
  ['no response', { response: null }, true],
  ['another uid', review({ uid: 'x', allowed: true }), true],
  ['another version', review({ allowed: true }, { apiVersion: 'admission.k8s.io/v1beta1' }), true],
  ['a patch without its type', review({ allowed: true, patch: base64([]) }), true],
  ['a type without its patch', review({ allowed: true, patchType: 'JSONPatch' }), true],
  ['a patch of another type', review({ allowed: true, patch: base64([]), patchType: 'Merge' }), true],
  ['a patch that is no JSON', review({ allowed: true, patch: '!!', patchType: 'JSONPatch' }), true],
  ['a patch without operations', review({ allowed: true, patch: base64([null]), patchType: 'JSONPatch' }), true],
  ['a patch of a validating webhook', review({ allowed: true, patch: base64([]), patchType: 'JSONPatch' }), false],
])('%s is a failure of the webhook', (_, answer, isMutating) => {
  expect(() => verdictOf(answer, { ...question, isMutating })).toThrow(
    expect.objectContaining({ name: 'WebhookFailure' }) as Error,
  );
});

test.each([
  [204, 400],
  [403, 403],
  [99_999, 400],
])('a refusal with code %i is answered with %i', (code, answered) => {
  const { denial } = verdictOf(review({ allowed: false, status: { code } }), question);

  expect(denial?.status.code).toBe(answered);
});
