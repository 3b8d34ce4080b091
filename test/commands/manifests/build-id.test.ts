import { expect, test } from 'vitest';
import { buildId } from '../../../src/commands/manifests/build-id.js';

test('is the same for the same build', () => {
  expect(buildId()).toMatch(/^[\w.-]+$/);
  expect(buildId()).toBe(buildId());
});
