import { expect, test, vi } from 'vitest';
import {
  AtomicConditionsError,
  refuseAtomicConditions,
} from '../../../../src/runtime/client/status/condition-owners.js';
import type { Condition, KubeObject } from '../../../../src/runtime/object/meta.js';

const foreign = { type: 'Foreign' } as Condition;
const merged = { 'k:{"type":"Foreign"}': { '.': {}, 'f:type': {} } };

function object(fields: object | undefined, list: Condition[] = [foreign]): KubeObject & { status: object } {
  const managedFields = fields && [{ fieldsV1: { 'f:status': { 'f:conditions': fields } } }];
  return { apiVersion: 'v1', kind: 'Thing', metadata: { managedFields }, status: { conditions: list } };
}

test.each<[string, object | undefined, object, boolean, number]>([
  ['merged', merged, object(undefined), true, 0],
  ['replaced', {}, object(undefined), false, 0],
  ['not known, and merged', undefined, object(merged), true, 1],
  ['not known, and replaced', undefined, object({}), false, 1],
])('conditions of others when the list is %s', async (_title, fields, answer, isAllowed, asked) => {
  const rehearse = vi.fn(async () => answer);

  const checked = refuseAtomicConditions(object(fields), [{ type: 'Ready' }], rehearse);

  await (isAllowed ? expect(checked).resolves.toBeUndefined() : expect(checked).rejects.toThrow(AtomicConditionsError));
  expect(rehearse).toHaveBeenCalledTimes(asked);
});

test('without conditions of others nothing is asked', async () => {
  const rehearse = vi.fn(async () => object({}));

  await refuseAtomicConditions(object(undefined), [foreign], rehearse);

  expect(rehearse).not.toHaveBeenCalled();
});
