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

const invalid = 'received invalid webhook response:';
const undecodable = 'received undecodable patch in webhook response:';
const gvk = 'admission.k8s.io/v1, Kind=AdmissionReview';

test.each<[string, JsonObject, boolean, string]>([
  ['no response', { response: null }, true, `${invalid} webhook response was absent`],
  ['another uid', review({ uid: 'x' }), true, `${invalid} expected response.uid="u", got "x"`],
  [
    'another version',
    review({}, { apiVersion: 'v1', kind: 'X' }),
    true,
    `${invalid} expected webhook response of ${gvk}, got /v1, Kind=X`,
  ],
  [
    'a patch without its type',
    review({ patch: base64([]) }),
    true,
    `${invalid} webhook returned response.patch but not response.patchType`,
  ],
  [
    'a type without its patch',
    review({ patchType: 'JSONPatch' }),
    true,
    `${invalid} webhook returned response.patchType but not response.patch`,
  ],
  [
    'an empty type',
    review({ patch: base64([]), patchType: '' }),
    true,
    `${invalid} webhook returned invalid response.patchType of ""`,
  ],
  [
    'a patch of another type',
    review({ patch: base64([]), patchType: 'Merge' }),
    true,
    'unsupported patch type "Merge"',
  ],
  ['a patch that is no JSON', review({ patch: '!!', patchType: 'JSONPatch' }), true, undecodable],
  ['a patch without operations', review({ patch: base64([null]), patchType: 'JSONPatch' }), true, undecodable],
  [
    'a patch of a validating webhook',
    review({ patch: base64([]), patchType: 'JSONPatch' }),
    false,
    `${invalid} validating webhook may not return response.patch`,
  ],
])('%s is a failure of the webhook', (_, answer, isMutating, message) => {
  expect(() => verdictOf(answer, { ...question, isMutating })).toThrow(
    expect.objectContaining({ name: 'WebhookFailure', message: expect.stringContaining(message) as string }) as Error,
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
