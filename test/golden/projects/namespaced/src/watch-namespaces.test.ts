/*
Copyright 2026 Example.
*/

import { expect, test } from 'vitest';
import { watchNamespaces } from './watch-namespaces.js';

test('namespaces are separated by commas', () => {
  expect(watchNamespaces({ WATCH_NAMESPACE: 'blue, green' })).toEqual(['blue', 'green']);
});

test('an empty list is refused', () => {
  expect(() => watchNamespaces({ WATCH_NAMESPACE: '' })).toThrow('WATCH_NAMESPACE');
  expect(() => watchNamespaces({})).toThrow('WATCH_NAMESPACE');
});
