import { expect, test, vi } from 'vitest';
import { once } from '../../src/core-schemas/once.js';

test('makes nothing until asked, and then the same value for everyone', () => {
  const make = vi.fn(() => ({}));
  const value = once(make);
  expect(make).not.toHaveBeenCalled();

  const first = value();

  expect(value()).toBe(first);
  expect(make).toHaveBeenCalledTimes(1);
});

test('remembers that there is no value', () => {
  const make = vi.fn(() => undefined);
  const value = once(make);

  value();
  value();

  expect(make).toHaveBeenCalledTimes(1);
});
