/** The OpenAPI definitions of the built-in kinds, word for word as a real API server publishes them. */
import { packed } from './generated/definitions.js';
import { once, unpack } from './packed.js';

/** A definition: plain JSON, with references such as `#/components/schemas/io.k8s.api.core.v1.Pod`. */
export type OpenApiDefinition = { readonly [key: string]: unknown };

interface Table {
  readonly definitions: readonly (readonly [string, OpenApiDefinition])[];
  readonly documents: Readonly<Record<string, readonly number[]>>;
}

const table = unpack<Table>(packed);
const all = once(() => new Map(table().definitions));

/** Every definition, by name. */
export function openApiDefinitions(): ReadonlyMap<string, OpenApiDefinition> {
  return all();
}

/** The names of the definitions in the document of a group version: `v1`, `apps/v1`. */
export function openApiNames(groupVersion: string): readonly string[] {
  const { definitions, documents } = table();
  const numbers = Object.hasOwn(documents, groupVersion) ? (documents[groupVersion] ?? []) : [];
  return numbers.flatMap((number) => definitions[number]?.[0] ?? []);
}
