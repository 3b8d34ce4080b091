/**
 * CRDs of other projects, turned into TypeScript types and back. The files are not part of this repository: set
 * KBTS_CORPUS to a folder of CRDs (one folder a project) to run it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { planManifests } from '../../src/commands/manifests-plan.js';
import { fromYaml } from '../../src/yaml.js';
import { importVersion, NotExpressible } from './import-crd.js';

interface Crd {
  readonly kind: string;
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: never } }[];
  };
}

const corpus = process.env['KBTS_CORPUS'];
const files =
  corpus === undefined
    ? []
    : readdirSync(corpus, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.yaml'))
        .sort();

describe.skipIf(corpus === undefined)('a CRD that becomes types means the same afterwards', () => {
  test.each(files)('%s', async (file) => {
    const crd = fromYaml(readFileSync(path.join(corpus ?? '', file), 'utf8')) as Crd;
    for (const version of crd.spec.versions) {
      const original = version.schema.openAPIV3Schema;
      let source: string;
      try {
        source = importVersion(crd.spec.group, version.name, crd.spec.names.kind, original);
      } catch (error) {
        if (!(error instanceof NotExpressible)) throw error;
        console.log(`${file}: ${error.message}`);
        continue;
      }
      const plan = await planManifests({
        root: '/corpus',
        overlay: new Map([['src/types.ts', source]]),
        generators: ['crd'],
        generateEmbeddedObjectMeta: false,
      });
      const errors = plan.diagnostics.filter(
        ({ severity, code }) => severity === 'error' && code !== 'group-protected',
      );
      expect(errors).toEqual([]);
      const ours = plan.model.kinds[0]?.schema;
      expect(
        normalise(
          JSON.parse(JSON.stringify(ours, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))),
        ),
      ).toEqual(normalise(original));
    }
  });
});

/** What carries no meaning: order of required, formats of plain numbers, descriptions of the first three fields. */
function normalise(value: unknown, isRoot = true): unknown {
  if (Array.isArray(value)) return value.map((item) => normalise(item, false));
  if (typeof value !== 'object' || value === null) return value;
  const schema = { ...(value as Record<string, unknown>) };
  if (schema['type'] === 'number' && schema['format'] === 'double') delete schema['format'];
  if (Array.isArray(schema['required'])) schema['required'] = (schema['required'] as string[]).toSorted();
  if (isRoot && typeof schema['properties'] === 'object') {
    const { apiVersion: _a, kind: _k, metadata: _m, ...own } = schema['properties'] as Record<string, unknown>;
    schema['properties'] = own;
    if (Object.keys(own).length === 0) delete schema['properties'];
    schema['required'] = ((schema['required'] as string[] | undefined) ?? []).filter(
      (name) => name !== 'metadata' && name !== 'kind' && name !== 'apiVersion',
    );
    if ((schema['required'] as string[]).length === 0) delete schema['required'];
  }
  if (typeof schema['description'] === 'string')
    schema['description'] = schema['description'].replaceAll(/[ \t]+$/gm, '').trim();
  if (schema['description'] === '') delete schema['description'];
  return Object.fromEntries(
    Object.entries(schema).map(([key, item]) => [
      key,
      key === 'default' || key === 'enum' ? item : normalise(item, false),
    ]),
  );
}
