import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesOf, writersOf } from '../../../../src/commands/cluster/view/object-changes.js';
import { isEqual } from '../../../../src/runtime/object/equality.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';

const object = (more: object, metadata: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name: 'a', ...metadata },
  ...more,
});

test('fields are named with what they were and are', () => {
  const before = object({ spec: { replicas: 1, image: 'a' }, status: { phase: 'New' } });
  const after = object({ spec: { replicas: 3 }, status: { phase: 'New', ready: true } }, { finalizers: ['x'] });

  expect(changesOf(before, after)).toEqual([
    'spec.replicas: 1 → 3',
    'spec.image: a → gone',
    'status.ready: true',
    'metadata.finalizers: ["x"]',
  ]);
});

test('conditions and containers are told apart by their name, not by their place', () => {
  const ready = { type: 'Ready', status: 'False' };
  const other = { type: 'Synced', status: 'True' };
  const before = object({ status: { conditions: [ready, other] } });
  const after = object({ status: { conditions: [other, { ...ready, status: 'True' }] } });

  expect(changesOf(before, after)).toEqual(['status.conditions[Ready].status: False → True']);
});

test('what the server counts is no change; a deletion is said in words; Secrets keep theirs', () => {
  const secret = (value: string): KubeObject => ({ ...object({ data: { key: value } }), kind: 'Secret' });

  expect(changesOf(object({}, { resourceVersion: '1' }), object({}, { resourceVersion: '2', generation: 4 }))).toEqual(
    [],
  );
  expect(changesOf(object({}, { labels: {} }), object({}, { labels: {}, deletionTimestamp: 'now' }))).toEqual([
    'is being deleted',
  ]);
  expect(changesOf(undefined, secret('cGFzc3dvcmQ=')).join()).not.toContain('cGFzc3dvcmQ=');
});

test('there are lines exactly where the spec differs', () => {
  const spec = fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.oneof(fc.integer(), fc.string(), fc.array(fc.integer())),
  );
  fc.assert(
    fc.property(spec, spec, (before, after) => {
      const lines = changesOf(object({ spec: { z: 1, ...before } }), object({ spec: { z: 1, ...after } }));
      expect(lines.length > 0).toBe(!isEqual(before, after));
    }),
  );
});

test('writers are the managers whose entry changed', () => {
  const entry = (manager: string, time: string) => ({ manager, operation: 'Apply' as const, time, fieldsV1: {} });
  const before = object({}, { managedFields: [entry('kubectl', '1'), entry('a-controller', '1')] });
  const after = object({}, { managedFields: [entry('kubectl', '1'), entry('a-controller', '2')] });

  expect(writersOf(before, after)).toEqual(['a-controller']);
  expect(writersOf(undefined, after)).toEqual(['kubectl', 'a-controller']);
});

test('values of a Secret are shown nowhere, also not where kubectl apply has copied them', () => {
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"password":"aHVudGVyMg=="}}' };
  const secret = { ...object({ data: { password: 'aHVudGVyMg==' } }, { annotations }), kind: 'Secret' };

  expect(changesOf(undefined, secret).join('\n')).not.toContain('aHVudGVyMg');
  expect(changesOf(object({}), secret).join('\n')).not.toContain('aHVudGVyMg');
});
