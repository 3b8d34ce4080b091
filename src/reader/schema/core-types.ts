/** Types that kbts and the Kubernetes client libraries export: recognised by module and name, never read. */
import type { JsonSchema } from '../../model/schema.js';

/** Schemas of Kubernetes' own types. */
export interface CoreTypes {
  /** The schema of a type that a module exports, if that module has it. */
  find(specifier: string, name: string): JsonSchema | undefined;
}

/** For sources that use no Kubernetes types. */
export const NO_CORE_TYPES: CoreTypes = { find: () => undefined };

/** Types with a schema of their own, by the name that `kbts/runtime` gives them. */
const RUNTIME_TYPES = new Set([
  'Int32',
  'Int64',
  'Float',
  'Double',
  'Quantity',
  'IntOrString',
  'Duration',
  'Time',
  'MicroTime',
  'Bytes',
  'Json',
  'RawExtension',
  'EmbeddedResource',
  'ConditionOf',
  'ObjectMeta',
  'ListMeta',
  'TypeMeta',
  'KubeObject',
  'CustomResource',
]);

/** Names under which other modules export the same types. */
const ALIASES: Readonly<Record<string, string>> = {
  V1ObjectMeta: 'ObjectMeta',
  V1ListMeta: 'ListMeta',
  V1MicroTime: 'MicroTime',
  KubernetesObject: 'KubeObject',
  JSON: 'Json',
};

/** The kbts name of a type that a known module exports, if it is one with a schema of its own. */
export function runtimeTypeName(name: string): string | undefined {
  const canonical = ALIASES[name] ?? name;
  return RUNTIME_TYPES.has(canonical) ? canonical : undefined;
}

/** Types that narrow one of Kubernetes, by the name of the latter. */
export function narrowedBase(core: CoreTypes, name: string): { readonly base?: JsonSchema } {
  if (name !== 'ConditionOf') return {};
  const base = core.find('kbts/runtime', 'Condition');
  return base ? { base } : {};
}

/** Names that a user may have meant to import. */
export function isRuntimeType(name: string): boolean {
  return RUNTIME_TYPES.has(name);
}
