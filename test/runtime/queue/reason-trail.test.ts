import { expect, test } from 'vitest';
import { ReasonTrail } from '../../../src/runtime/queue/reason-trail.js';

test('keeps equal reasons once, in the order of their first appearance', () => {
  const trail = new ReasonTrail<object>();

  trail.add({ event: 'create', object: 'a' });
  trail.add({ event: 'update', object: 'a' });
  trail.add({ event: 'create', object: 'a' });

  expect(trail.list()).toEqual([
    { event: 'create', object: 'a' },
    { event: 'update', object: 'a' },
  ]);
});

test('keeps the first reasons and the newest one when there are too many', () => {
  const trail = new ReasonTrail<number>();

  for (let reason = 0; reason < 100; reason++) trail.add(reason);

  expect(trail.list()).toEqual([0, 1, 2, 3, 4, 5, 6, 99]);
});
