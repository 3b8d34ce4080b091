/** Columns of `kubectl get`. */
import { expect, test } from 'vitest';
import { builtinColumns } from '../../src/k8s/columns.js';

test('columns are those of the API server', () => {
  expect(builtinColumns('/configmaps')?.map(({ name }) => name)).toEqual(['Name', 'Data', 'Age']);
  expect(builtinColumns('constructor')).toBeUndefined();
});
