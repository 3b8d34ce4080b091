/** The real API server as the judge of what is a structural schema. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startControlPlane, type ControlPlane } from '../../../src/testing/index.js';
import { newDefinitionFindings } from '../../../src/kubernetes/crd/new-definition.js';
import type { JsonObject } from '../../../src/kubernetes/json/json-value.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { randomSchemas } from './random-schemas.js';
import { seedOf } from '../../lanes/seed.js';

let plane: ControlPlane;
beforeAll(async () => {
  await ensureBinaries();
  plane = await startControlPlane({ kind: 'envtest' });
}, 300_000);
afterAll(() => plane.stop());

test('400 random schemas are judged as the API server judges them', async () => {
  const seed = seedOf();
  const different: unknown[] = [];
  let refused = 0;
  for (const [index, field] of randomSchemas(seed, 400).entries()) {
    const theirs = await verdict(field, index);
    const ours = newDefinitionFindings(crdOf(field, index))
      .map((finding) => finding.field)
      .sort();
    if (theirs.length > 0) refused++;
    if (JSON.stringify([...new Set(ours)]) !== JSON.stringify([...new Set(theirs)]))
      different.push({ field, ours, theirs });
  }

  expect(different.slice(0, 12), `seed ${seed}, ${different.length} differ`).toEqual([]);
  expect(refused).toBeGreaterThan(100);
}, 300_000);

function whole(field: Record<string, unknown>): Record<string, never> {
  const spec = { type: 'object', properties: { x: field } };
  return { type: 'object', properties: { spec } } as unknown as Record<string, never>;
}

function crdOf(field: Record<string, unknown>, index: number): JsonObject {
  const group = `g${index}.example.com`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `rows.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind: 'Row', plural: 'rows' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: whole(field) } }],
    },
  };
}

/** The fields that the server refuses, sorted. */
async function verdict(field: Record<string, unknown>, index: number): Promise<string[]> {
  try {
    await plane.client.create(crdOf(field, index) as never, { dryRun: true });
    return [];
  } catch (error) {
    const { details, status } = error as { details?: Details; status?: { details?: Details } };
    const causes = details?.causes ?? status?.details?.causes ?? [{ field: String(error) }];
    return causes.map((cause) => cause.field ?? '').sort();
  }
}

interface Details {
  readonly causes?: readonly { readonly field?: string }[];
}
