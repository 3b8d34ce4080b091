import { expect, test } from 'vitest';
import { emitKindIndex } from '../../src/emitter/kind-index.js';
import { emitKindSchemas } from '../../src/emitter/kind-schemas.js';
import { read } from '../reader/read-source.js';

test('docs are kept, and a name that is taken is avoided', async () => {
  const { model } = await read(
    '/** Ends a comment: *\\/ here. */\nexport interface Row extends CustomResource<{ a: string }> {}\nexport interface RowObject extends CustomResource<{ a: string }> {}',
  );

  const text = emitKindIndex(model.kinds, ['src/v1/types.ts']);

  expect(text).toContain("import type { Row as RowObjectType } from './types.js';");
  expect(text).toContain("export type * from './types.js';");
  expect(text).toContain('export const RowObject = defineKind<RowObject>({');
  expect(text).not.toContain('subresources');
});

test('a kind may be called as something that every program uses', async () => {
  const { model } = await read(
    ['Promise', 'JSON'].map((kind) => `export interface ${kind} extends CustomResource<{ a: string }> {}`).join('\n'),
  );

  expect(emitKindIndex(model.kinds, ['src/v1/types.ts'])).not.toMatch(/Promise<|JSON\./);
  expect(emitKindSchemas(model.kinds)).toContain('export const JSONSchema: JSONSchemaProps = JSON.parse(');
});

test('a kind is imported by the name that its file exports', async () => {
  const { model } = await read(
    'export default interface Row extends CustomResource<{ a: string }> {}\ninterface Col extends CustomResource<{ a: string }> {}\nexport type { Col as Column };',
  );

  const text = emitKindIndex(model.kinds, ['src/v1/types.ts']);

  expect(text).toContain("import type { default as RowObject } from './types.js';");
  expect(text).toContain("import type { Column as ColumnObject } from './types.js';");
});

test('a kind has the literal names by which types tell it from others', async () => {
  const { model } = await read(
    'export interface Row extends CustomResource<{ a: string }> {}\n' +
      '// +kubebuilder:object:root=true\n' +
      'export interface Cell { apiVersion?: string; kind?: string; metadata?: ObjectMeta; spec: { a: string } }\n' +
      'export type Column = CustomResource<{ a: string }>;',
  );

  const text = emitKindIndex(model.kinds, ['src/v1/types.ts']);

  const names = (kind: string): string => `  apiVersion: 'test.kbts.dev/v1';\n  kind: '${kind}';\n`;
  expect(text).toContain(`export interface Row extends RowObject {\n${names('Row')}}\n`);
  expect(text).toContain(
    `export interface Cell extends CellObject {\n${names('Cell')}  metadata: (CellObject & KubeObject)['metadata'];\n}\n`,
  );
  expect(text).toContain("export type Column = ColumnObject & { apiVersion: 'test.kbts.dev/v1'; kind: 'Column' };\n");
});
