/** Judged by kstatus: testdata/kstatus.json has random objects with the answers of fluxcd/cli-utils 1.2.2, the one in Helm 4. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isReady, readinessOf } from '../../../src/runtime/children/readiness.js';
import type { AnyObject } from '../../../src/runtime/object/readonly.js';

type Answered = readonly [answer: string, object: AnyObject & { readonly status?: { readonly phase?: string } }];

const answered = JSON.parse(readFileSync('test/runtime/children/testdata/kstatus.json', 'utf8')) as readonly Answered[];
const kinds = [...new Set(answered.map(([, { kind }]) => kind))];

test.each(kinds)('a %s is ready when kstatus calls it current', (kind) => {
  const all = answered.filter(([, object]) => object.kind === kind);
  // The one difference: a Pod that has failed will never be ready.
  const expected = all.map(
    ([answer, { status }]) => answer === 'Current' && !(kind === 'Pod' && status?.phase === 'Failed'),
  );

  expect(expected).toContain(true);
  expect(expected).toContain(false);
  expect(all.map(([, object]) => isReady(object))).toEqual(expected);
});

test('what does not exist is not ready', () => {
  expect(isReady(undefined)).toBe(false);
});

test.each([
  ['Deployment', 'apps/v1', { spec: { replicas: 3 }, status: { replicas: 1 } }, '1 of 3 replicas are created'],
  ['PersistentVolumeClaim', 'v1', { status: { phase: 'Lost' } }, 'it is lost'],
  [
    'Database',
    'a.b/v1',
    { status: { conditions: [{ type: 'Ready', status: 'False', message: 'no disk' }] } },
    'no disk',
  ],
  ['Database', 'a.b/v1', { status: { conditions: [{ type: 'Stalled', status: 'True' }] } }, 'it is stalled'],
  ['Database', 'a.b/v1', { status: { observedGeneration: 1 } }, 'generation 2 has not been observed yet'],
])('a %s of %s that is not ready says why', (kind, apiVersion, more, message) => {
  const object = { apiVersion, kind, metadata: { name: 'a', generation: 2 }, ...more } as unknown as AnyObject;

  expect(readinessOf(object)).toEqual({ isReady: false, message });
});
