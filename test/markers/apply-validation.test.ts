import { expect, test } from 'vitest';
import { VALIDATIONS } from '../../src/markers/apply-validation.js';
import { VALIDATION_MARKERS } from '../../src/markers/catalogue/validation.js';

test('every validation marker has an effect', () => {
  const names = VALIDATION_MARKERS.map(({ name }) => name.split(':').at(-1) ?? '');

  expect(names.filter((name) => VALIDATIONS[name] === undefined)).toEqual([]);
});
