import { expect, test } from 'vitest';
import { read } from './read-source.js';

test('identity fields are never required, and metadata has no schema of its own', async () => {
  const { model } = await read(
    'export interface A { apiVersion: string; kind: string; metadata: ObjectMeta; spec: { x?: string } }',
  );

  expect(model.kinds[0]?.schema).toMatchObject({ required: ['spec'], properties: { metadata: { type: 'object' } } });
});

test('status is absent when CustomResource has none', async () => {
  const { model } = await read(
    'export interface A extends CustomResource<{ x?: string }> {}\nexport interface B extends CustomResource<{ x?: string }, never> {}',
  );

  for (const kind of model.kinds) expect(Object.keys(kind.schema.properties ?? {})).not.toContain('status');
});

test('@deprecated on a kind deprecates its version', async () => {
  const { model } = await read(
    '/**\n * Doc.\n * @deprecated use B\n */\nexport interface A extends CustomResource<{ x?: string }> {}',
  );

  expect(model.kinds[0]?.deprecation).toEqual({ warning: 'use B' });
});

test('a redeclared spec carries its docs', async () => {
  const { model } = await read(
    'export interface A extends CustomResource<Spec> {\n  /** What is wanted. */\n  spec: Spec;\n}\nexport interface Spec { x?: string }',
  );

  expect(model.kinds[0]?.schema.properties?.['spec']?.description).toBe('What is wanted.');
});
