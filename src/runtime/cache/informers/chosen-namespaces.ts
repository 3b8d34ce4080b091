/** Which namespaces the settings of a cache name. A name that is missing would select the objects of all namespaces. */
import { isSegment } from '../../client/requests/names.js';
import { quoted } from '../../object/invalid-call.js';
import { isRecord } from '../../object/json.js';
import type { InformerSpec, SelectionSpec } from './informer-spec.js';

/** What is held of each namespace; nothing is chosen when all are. */
export function chosenNamespaces(given: InformerSpec['namespaces']): Map<string, SelectionSpec> {
  if (given === undefined) return new Map();
  if (Array.isArray(given)) return new Map(checkedNames('namespaces', given).map((name) => [name, {}]));
  if (!isRecord(given) || given instanceof Set || given instanceof Map)
    throw new TypeError(`namespaces is ${quoted(given)}: use a list of names, or an object of names and selections`);
  for (const name of Object.keys(given)) if (name !== '') checkedNames('namespaces', [name]);
  return new Map(Object.entries(given));
}

/** The field selector that leaves namespaces out. */
export function exclusionsOf(given: InformerSpec['excludeNamespaces'], besides: readonly string[] = []): string[] {
  const names = [...besides, ...checkedNames('excludeNamespaces', given ?? [])];
  return names.map((name) => `metadata.namespace!=${name}`);
}

/** Commas and the like would end the term of a field selector. */
function checkedNames(option: string, given: unknown): string[] {
  if (!Array.isArray(given)) throw new TypeError(`${option} is ${quoted(given)}: use a list of names`);
  return given.map((name: unknown) => {
    if (isSegment(name) && !/[\s,=\\]/.test(name)) return name;
    throw new TypeError(`${option} has ${quoted(name)}, which is not the name of a namespace`);
  });
}
