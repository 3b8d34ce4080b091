import { expect, test } from 'vitest';
import { VALIDATION_MARKERS } from '../../../src/markers/catalogue/validation.js';

test('each marker also exists for items', () => {
  const names = VALIDATION_MARKERS.map(({ name }) => name);

  for (const name of names.filter((candidate) => !candidate.includes(':items:')))
    expect(names).toContain(name.replace('validation:', 'validation:items:'));
});
