/** The published words of Kubernetes. */
import { expect, test } from 'vitest';
import { openApiDefinitions, openApiNames } from '../../src/k8s/definitions.js';

test('every document has definitions, and each of them is known', () => {
  const names = openApiNames('apps/v1');
  expect(names).toContain('io.k8s.api.apps.v1.Deployment');
  expect(names.filter((name) => !openApiDefinitions().has(name))).toEqual([]);
  expect(openApiNames('nope/v1')).toEqual([]);
});
