import { expect, test } from 'vitest';
import { delayOf, outcomeOf } from '../../../src/runtime/controller/verdict.js';

test.each([
  [{ type: 'done' }, 'success', {}],
  [{ type: 'after', afterMs: 30_000 }, 'requeue_after', { nextInMs: 30_000 }],
  [{ type: 'backoff' }, 'requeue', {}],
  [{ type: 'backoff', afterMs: 5 }, 'requeue', { nextInMs: 5 }],
  [{ type: 'retry', afterMs: 10 }, 'error', { nextInMs: 10 }],
  [{ type: 'terminal' }, 'error', {}],
] as const)('%j', (verdict, outcome, delay) => {
  expect(outcomeOf(verdict)).toBe(outcome);
  expect(delayOf(verdict)).toEqual(delay);
});
