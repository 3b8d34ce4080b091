import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emitKindIndex } from '../../src/emitter/kind-index.js';
import { emitKindSchemas, KIND_SCHEMAS_FILE } from '../../src/emitter/kind-schemas.js';
import { read } from '../reader/read-source.js';

const SOURCE = `/** A row. */
export interface Row extends CustomResource<Spec> {}
export interface Spec {
  /** Its text. */
  // +kubebuilder:validation:Pattern=\`^it's\\\\d$\`
  text: string;
  // +kubebuilder:validation:Maximum=9223372036854775807
  big?: Int64;
}
`;

test('schemas have no descriptions, sorted keys, and every digit of large integers', async () => {
  const { model } = await read(SOURCE);

  const text = emitKindSchemas(model.kinds);

  expect(text).toContain('"big":{"format":"int64","maximum":9223372036854775807,"type":"integer"}');
  expect(text).not.toContain('A row');
  expect(text).not.toContain('Its text');
});

describe('in a bundle', () => {
  let folder = '';
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'kbts-kind-schemas-'));
    const { model } = await read(SOURCE);
    writeFileSync(path.join(folder, 'index.ts'), emitKindIndex(model.kinds, []));
    writeFileSync(path.join(folder, KIND_SCHEMAS_FILE), emitKindSchemas(model.kinds));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function bundle(main: string): Promise<string> {
    writeFileSync(path.join(folder, 'main.ts'), main);
    const result = await build({
      entryPoints: [path.join(folder, 'main.ts')],
      bundle: true,
      format: 'esm',
      write: false,
      plugins: [
        {
          name: 'runtime',
          setup: (setup) => {
            setup.onResolve({ filter: /^kbts\/runtime$/ }, () => ({ path: 'runtime', namespace: 'stub' }));
            setup.onLoad({ filter: /.*/, namespace: 'stub' }, () => ({
              contents: 'export const defineKind = (kind) => kind;',
            }));
          },
        },
      ],
    });
    return result.outputFiles[0]?.text ?? '';
  }

  test('an operator that does not ask for a schema does not carry it', async () => {
    const text = await bundle("import { Row } from './index.js';\nconsole.log(Row.plural);\n");

    expect(text).toContain('plural: "rows"');
    expect(text).not.toContain('JSON.parse');
  });

  test('one that asks gets the schema when it asks', async () => {
    const text = await bundle("export { loadRowSchema } from './index.js';\n");
    const file = path.join(folder, 'main.mjs');
    writeFileSync(file, text);

    const { loadRowSchema } = (await import(pathToFileURL(file).href)) as { loadRowSchema: () => Promise<object> };

    // The text is inside a function that runs at the first call.
    expect(text).toMatch(/__esm\(\{[^]*JSON\.parse/);
    expect(await loadRowSchema()).toMatchObject({
      type: 'object',
      required: ['spec'],
      properties: { spec: { required: ['text'], properties: { text: { pattern: "^it's\\\\d$" } } } },
    });
  });
});
