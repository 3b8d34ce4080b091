import { expect, test } from 'vitest';
import { VALIDATION_MARKERS } from '../../../src/markers/catalogue/validation.js';

test.each(['items', 'values'])('each marker also exists for %s', (part) => {
  const names = VALIDATION_MARKERS.map(({ name }) => name);

  for (const name of names.filter((candidate) => !/:(?:items|values|keys):/.test(candidate)))
    expect(names).toContain(name.replace('validation:', `validation:${part}:`));
});

test('keys of maps are texts, and only what is said of texts exists for them', () => {
  const keys = VALIDATION_MARKERS.filter(({ name }) => name.includes(':keys:')).map(({ name }) =>
    name.split(':').at(-1),
  );

  expect(keys.sort()).toEqual(['Enum', 'MaxLength', 'MinLength', 'Pattern']);
});
