/** OpenAPI v3 of built-in and custom resources. */
import { expect, test } from 'vitest';
import { builtinTypes } from '../../../src/plane/builtin/builtin-types.js';
import { openApiV3 } from '../../../src/plane/openapi/openapi-v3.js';
import { ResourceRegistry } from '../../../src/plane/resources/resource-registry.js';
import type { ResourceType } from '../../../src/plane/resources/resource-type.js';

const widget: ResourceType = {
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  listKind: 'WidgetList',
  plural: 'widgets',
  singular: 'widget',
  isNamespaced: true,
  shortNames: [],
  categories: [],
  verbs: ['get', 'list'],
  subresources: [],
  collection: 'example.com/widgets',
  selectableFields: new Set(['spec.color']),
  schema: { type: 'object', description: 'A widget.', properties: { spec: { type: 'object' } } },
  custom: { crdName: 'widgets.example.com', storageVersion: 'v1', schemas: new Map(), conversion: {}, columns: [] },
};

function registry(): ResourceRegistry {
  const made = new ResourceRegistry();
  for (const type of [...builtinTypes(), widget]) made.add(type);
  return made;
}

/** All references of a document lead somewhere. */
function dangling(document: unknown): string[] {
  const text = JSON.stringify(document);
  const { components } = document as { components: { schemas: Record<string, unknown> } };
  const found = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1] ?? '');
  return [...new Set(found)].filter((name) => components.schemas[name] === undefined);
}

test('the index names a document for each group version, and each is there and complete', () => {
  const index = openApiV3(registry(), '/openapi/v3') as { paths: Record<string, { serverRelativeURL: string }> };
  expect(Object.keys(index.paths)).toContain('apis/example.com/v1');
  for (const [path, { serverRelativeURL }] of Object.entries(index.paths)) {
    const document = openApiV3(registry(), serverRelativeURL.split('?')[0] ?? '');
    expect({ path, dangling: dangling(document) }).toEqual({ path, dangling: [] });
  }
});

test('built-in kinds have their descriptions, custom ones the standard fields', () => {
  const schemas = (path: string): Record<string, { description?: string; properties?: Record<string, unknown> }> =>
    (openApiV3(registry(), path) as { components: { schemas: Record<string, object> } }).components.schemas;
  expect(schemas('/openapi/v3/apis/apps/v1')['io.k8s.api.apps.v1.Deployment']?.description).toContain('Deployment');
  const custom = schemas('/openapi/v3/apis/example.com/v1')['com.example.v1.Widget'];
  expect(custom?.description).toBe('A widget.');
  expect(Object.keys(custom?.properties ?? {}).sort()).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
});

test('the hash of a custom group changes with its resources, that of a built-in one does not', () => {
  const made = registry();
  const hashes = (): Record<string, { serverRelativeURL: string }> =>
    (openApiV3(made, '/openapi/v3') as { paths: Record<string, { serverRelativeURL: string }> }).paths;
  const before = hashes();
  made.add({ ...widget, schema: { type: 'object' } });
  expect(hashes()['apis/example.com/v1']).not.toEqual(before['apis/example.com/v1']);
  expect(hashes()['apis/apps/v1']).toEqual(before['apis/apps/v1']);
});

test('there is nothing at other paths', () => {
  expect(openApiV3(registry(), '/openapi/v3/apis/nope/v1')).toBeUndefined();
});
