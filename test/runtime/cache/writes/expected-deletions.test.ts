import { expect, test } from 'vitest';
import { ExpectedDeletions } from '../../../../src/runtime/cache/writes/expected-deletions.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';

const object = (uid: string): KubeObject => ({ apiVersion: 'v1', kind: 'Thing', metadata: { uid } });
const isOver = (now: KubeObject | undefined): boolean => now?.metadata.uid !== 'one';

test('an object is missing until its deletion shows, and only for whoever expects that', () => {
  const deletions = new ExpectedDeletions();
  deletions.add('ns/a', isOver, 'one');
  deletions.changed('ns/a', object('one'));
  deletions.changed('ns/b', undefined);
  expect(deletions.missing({ namespace: 'ns' }, 'one')).toBe('ns/a');
  expect(deletions.missing({ namespace: 'other' }, 'one')).toBeUndefined();
  expect(deletions.missing({ namespace: 'ns' }, 'two')).toBeUndefined();

  deletions.changed('ns/a', undefined);

  expect([deletions.missing({ namespace: 'ns' }, 'one'), deletions.isEmpty]).toEqual([undefined, true]);
});

test('what is given up is expected no longer', () => {
  const deletions = new ExpectedDeletions();
  deletions.add('ns/a', isOver, 'one');
  deletions.giveUp('one');

  expect(deletions.isEmpty).toBe(true);
});
