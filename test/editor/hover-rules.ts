/** What hovers of a library must be: short, with the names that people look for. */
import { expect } from 'vitest';
import type { Hover } from './marked-module.js';

/** Short enough to be read at a glance. */
const MOST_LINES = 15;

/** Fails with the hovers that are too long or do not contain the name under the cursor. */
export function expectReadable(hovers: readonly Hover[]): void {
  const unreadable = hovers.filter(
    ({ name, signature }) => signature.split('\n').length > MOST_LINES || !new RegExp(`\\b${name}\\b`).test(signature),
  );
  expect(unreadable).toEqual([]);
}
