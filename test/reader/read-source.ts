/** Reads a kind from source text, for tests of the reader's parts. */
import {
  planManifests,
  type ManifestsPlan,
  type ManifestsPlanOptions,
} from '../../src/commands/manifests/manifests-plan.js';
import type { JsonSchema } from '../../src/model/schema.js';

const IMPORTS = `// +groupName=test.kbts.dev

import type { CustomResource, Int32, Int64, Json, ObjectMeta, Quantity } from 'kbts/runtime';
`;

/** Plans manifests from one file, and others by name. */
export async function read(
  source: string,
  others: Readonly<Record<string, string>> = {},
  options: Partial<ManifestsPlanOptions> = {},
): Promise<ManifestsPlan> {
  const overlay = new Map([['src/v1/types.ts', IMPORTS + source], ...Object.entries(others)]);
  return planManifests({ root: '/nowhere', overlay, ...options });
}

/** The schema of a field `a` with the given type. */
export async function fieldSchema(
  type: string,
  types = '',
  comments = '',
  others: Readonly<Record<string, string>> = {},
): Promise<JsonSchema | undefined> {
  const plan = await read(
    `export interface Row extends CustomResource<Spec> {}\nexport interface Spec {\n${comments}\na?: ${type};\n}\n${types}`,
    others,
  );
  const error = plan.diagnostics.find(({ severity }) => severity === 'error');
  if (error !== undefined) throw new Error(`${error.code}: ${error.message}`);
  return plan.model.kinds[0]?.schema.properties?.['spec']?.properties?.['a'];
}

/** Codes of all diagnostics that a field of a type gets. */
export async function fieldCodes(type: string, types = '', comments = ''): Promise<string[]> {
  const plan = await read(
    `export interface Row extends CustomResource<Spec> {}\nexport interface Spec {\n${comments}\na?: ${type};\n}\n${types}`,
  );
  return plan.diagnostics.map(({ code }) => code);
}
