import { expect, test } from 'vitest';
import { metadataFields } from '../../../../src/runtime/cache/store/metadata-fields.js';

test('§17.3 judges name and namespace, equal or not, and says when there is more to judge', () => {
  const others = metadataFields('metadata.namespace!=a,metadata.namespace!=b');
  expect(others.isComplete).toBe(true);
  expect([others.admits({ namespace: 'a' }), others.admits({ namespace: 'c' })]).toEqual([false, true]);
  const one = metadataFields('metadata.name=x,spec.nodeName=n');
  expect(one.isComplete).toBe(false);
  expect([one.admits({ name: 'x' }), one.admits({ name: 'y' }), one.admits({})]).toEqual([true, false, true]);
});

test('no selector admits everything', () => {
  expect(metadataFields(undefined)).toMatchObject({ isComplete: true });
  expect(metadataFields('').admits({ name: 'x' })).toBe(true);
});
