import { expect, test } from 'vitest';
import { DeletedObjects } from '../../../../src/runtime/cache/writes/deleted-objects.js';

test('a deleted object is hidden while the store has it, also when it arrives later', () => {
  const deleted = new DeletedObjects();
  deleted.add('seen', true);
  deleted.add('unseen', false);
  expect([deleted.hides('seen'), deleted.hides('unseen')]).toEqual([true, false]);

  deleted.stored('unseen');
  deleted.stored('other');
  expect([deleted.hides('unseen'), deleted.hides('other'), deleted.hides(undefined)]).toEqual([true, false, false]);
  deleted.removed('seen');
  deleted.removed('unseen');

  expect([deleted.isHiding, deleted.isEmpty]).toEqual([false, true]);
});

test('deletions that the watch never reports do not add up', () => {
  const deleted = new DeletedObjects();
  for (let index = 0; index < 6000; index++) deleted.add(`uid-${index}`, false);

  deleted.stored('uid-999');
  deleted.stored('uid-1000');

  expect([deleted.hides('uid-999'), deleted.hides('uid-1000')]).toEqual([false, true]);
});
