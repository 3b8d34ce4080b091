import { expect, test } from 'vitest';
import { RBAC_MARKERS, WEBHOOK_MARKERS } from '../../../src/markers/catalogue/package-wide.js';

test('their arguments are named', () => {
  expect([...RBAC_MARKERS, ...WEBHOOK_MARKERS].map(({ form }) => form.kind)).toEqual(['named', 'named', 'named']);
});
