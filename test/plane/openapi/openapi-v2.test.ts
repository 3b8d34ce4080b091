/** OpenAPI v2. */
import { expect, test } from 'vitest';
import { builtinTypes } from '../../../src/plane/builtin/builtin-types.js';
import { openApiV2 } from '../../../src/plane/openapi/openapi-v2.js';
import { ResourceRegistry } from '../../../src/plane/resources/resource-registry.js';

function document(): { definitions: Record<string, Record<string, unknown>>; [key: string]: unknown } {
  const registry = new ResourceRegistry();
  for (const type of builtinTypes()) registry.add(type);
  return openApiV2(registry) as ReturnType<typeof document>;
}

test('references stand beside descriptions, and nothing of v3 is left', () => {
  const { definitions } = document();
  const strategy = definitions['io.k8s.api.apps.v1.DeploymentSpec']?.['properties'] as Record<string, object>;
  expect(strategy['strategy']).toMatchObject({ $ref: '#/definitions/io.k8s.api.apps.v1.DeploymentStrategy' });
  expect(definitions['io.k8s.apimachinery.pkg.api.resource.Quantity']?.['type']).toBe('string');
  expect(JSON.stringify(definitions).includes('#/components')).toBe(false);
});
