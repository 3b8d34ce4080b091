import { expect, test } from 'vitest';
import type { ApiObject } from '../../../src/plane/storage/api-object.js';
import { convertedObjects } from '../../../src/plane/definitions/conversion-answer.js';
import type { JsonObject, JsonValue } from '../../../src/kubernetes/json/json-value.js';

const original: ApiObject = {
  apiVersion: 'g/v1',
  kind: 'K',
  metadata: { name: 'a', namespace: 'n', uid: '1', resourceVersion: '7', labels: { old: 'yes' } },
};
const question = {
  uid: 'u',
  originals: [original],
  desiredAPIVersion: 'g/v2',
  failure: (why: string) => new Error(why),
};
const converted = (metadata: JsonObject = {}, rest: JsonObject = {}): JsonObject => ({
  apiVersion: 'g/v2',
  kind: 'K',
  metadata: { name: 'a', namespace: 'n', uid: '1', ...metadata },
  ...rest,
});
const answer = (objects: JsonValue[], response: JsonObject = {}): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'ConversionReview',
  response: { uid: 'u', result: { status: 'Success' }, convertedObjects: objects, ...response },
});

test('labels and annotations are those of the webhook, the rest of the metadata is kept', () => {
  const [object] = convertedObjects(answer([converted({ labels: { new: 'yes' }, resourceVersion: '9' })]), question);

  expect(object?.metadata).toEqual({
    name: 'a',
    namespace: 'n',
    uid: '1',
    resourceVersion: '7',
    labels: { new: 'yes' },
  });
});

test.each<[string, JsonObject, string]>([
  ['another kind of answer', { kind: 'X', response: {} }, 'expected webhook response'],
  ['no response', { ...answer([]), response: null }, 'no response provided'],
  ['another uid', answer([converted()], { uid: 'x' }), 'expected response.uid'],
  ['a failure with its message', answer([], { result: { status: 'Failure', message: 'no' } }), 'failed: no'],
  ['a failure without one', answer([], { result: {} }), "response.result.status was ''"],
  ['too few objects', answer([]), 'returned 0 objects, expected 1'],
  ['no object', answer(['text']), 'it is not an object'],
  ['another version', answer([converted({}, { apiVersion: 'g/v3' })]), 'invalid groupVersion'],
  ['another kind', answer([converted({}, { kind: 'L' })]), 'invalid kind'],
  ['no metadata', answer([{ apiVersion: 'g/v2', kind: 'K' }]), 'missing metadata'],
  ['metadata that are none', answer([converted({}, { metadata: 7 })]), 'invalid metadata'],
  ['another name', answer([converted({ name: 'b' })]), 'must have the same name: a != b'],
  ['another uid of the object', answer([converted({ uid: '2' })]), 'must have the same UID'],
  ['labels that are no strings', answer([converted({ labels: { a: 1 } })]), 'invalid metadata.labels'],
])('%s is refused', (_, given, why) => {
  expect(() => convertedObjects(given, question)).toThrow(why);
});
