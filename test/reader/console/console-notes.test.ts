import { expect, test } from 'vitest';
import { read } from '../read-source.js';

const marker = '+operator-sdk:csv:customresourcedefinitions';

test('a kind keeps what consoles shall show of it', async () => {
  const { model, diagnostics } = await read(
    `// ${marker}:displayName="Guest Book",resources={{Deployment,v1,web},{Service,v1}},order=2
export interface A extends CustomResource<{ x?: string }> {}`,
  );
  expect(diagnostics).toEqual([]);
  expect(model.kinds[0]?.console).toEqual({
    displayName: 'Guest Book',
    order: 2,
    resources: [
      ['Deployment', 'v1', 'web'],
      ['Service', 'v1'],
    ],
  });
});

test('a field keeps what consoles shall show of it, for spec and for status', async () => {
  const { model, diagnostics } = await read(
    `export interface A extends CustomResource<Spec> {}
export interface Spec {
  // ${marker}:type=spec,displayName="How many",xDescriptors={"urn:a","urn:b"}
  // ${marker}:type=status
  size?: Int32;
}`,
  );
  expect(diagnostics).toEqual([]);
  const [kind] = model.kinds;
  const field = kind?.schema.properties?.['spec']?.properties?.['size'] ?? {};
  expect(kind?.origins.get(field)?.console).toEqual([
    { displayName: 'How many', part: 'spec', xDescriptors: ['urn:a', 'urn:b'] },
    { part: 'status', xDescriptors: [] },
  ]);
});

test.each([
  [
    `// ${marker}:type=spec\nexport interface A extends CustomResource<{ x?: string }> {}`,
    'type has no meaning on a kind',
  ],
  [
    `// ${marker}:resources={{Deployment}}\nexport interface A extends CustomResource<{ x?: string }> {}`,
    '{Deployment} is not',
  ],
  [`export interface A extends CustomResource<{\n  // ${marker}:displayName=X\n  x?: string }> {}`, 'it has no type'],
  [`export interface A extends CustomResource<{\n  // ${marker}:type=both\n  x?: string }> {}`, 'type=both'],
  [
    `export interface A extends CustomResource<{\n  // ${marker}:type=spec,resources={{A,v1}}\n  x?: string }> {}`,
    'resources has no meaning on a field',
  ],
])('a marker that says nothing is an error: %s', async (source, message) => {
  const { diagnostics } = await read(source);
  expect(diagnostics).toMatchObject([{ severity: 'error', code: 'marker-mismatch' }]);
  expect(diagnostics[0]?.message).toContain(message);
});
