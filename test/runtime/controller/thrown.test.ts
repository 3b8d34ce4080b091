import { expect, test } from 'vitest';
import { TerminalError } from '../../../src/runtime/controller/reconcile.js';
import { errorFrom, isTerminalError, NotAnErrorError, textOf } from '../../../src/runtime/controller/thrown.js';

const trap = (): never => {
  throw new Error('no entry');
};

test('an error stays itself', () => {
  const error = new TypeError('x');

  expect(errorFrom(error)).toBe(error);
});

test.each([
  [undefined, 'the reconciler threw undefined, which is not an Error'],
  ['no', 'the reconciler threw no, which is not an Error'],
  [new Proxy({}, { getPrototypeOf: trap }), 'the reconciler threw an object that cannot be read: Error: no entry'],
  [Object.defineProperty(new Error('x'), 'name', { get: trap }), 'that cannot be read: Error: no entry'],
])('anything else becomes one: %#', (thrown, message) => {
  expect(errorFrom(thrown)).toBeInstanceOf(NotAnErrorError);
  expect(errorFrom(thrown).message).toContain(message);
});

test('what has no text has a type', () => {
  expect(textOf(Object.create(null))).toBe('a object');
});

test('a terminal error is found among causes, also when they go round in a circle', () => {
  const circle = new Error('a');
  circle.cause = circle;

  expect(isTerminalError(new Error('a', { cause: new TerminalError('b') }))).toBe(true);
  expect(isTerminalError(circle)).toBe(false);
});
