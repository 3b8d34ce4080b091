/** Reads the objects that an object names, before its work begins. */
import type { Client } from '../client/client.js';
import { is } from '../client/requests/api-error.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject, ObjectKey } from '../object/meta.js';
import type { Stored } from '../object/readonly.js';
import { namedKeys, type ReferenceStep } from './references.js';

/** The named objects by the name of their step: one, or a list of those that exist. */
export async function observe(
  steps: readonly ReferenceStep[],
  object: Stored<KubeObject>,
  client: Client,
): Promise<Readonly<Record<string, unknown>>> {
  const entries = await Promise.all(
    steps.map(async (step): Promise<readonly [string, unknown]> => {
      const { isList, keys } = namedKeys(step, object, scopeOf(step.kind, client));
      const found = await Promise.all(keys.map((key) => find(step, key, client)));
      const existing = found.filter((one) => one !== undefined);
      return [step.name, isList ? existing : existing[0]];
    }),
  );
  return Object.fromEntries(entries);
}

/** The scope of a kind; of one known by name only, as soon as the API server has told it. */
export function scopeOf(kind: Kind, client: Pick<Client, 'mapper'>): Kind['scope'] {
  return kind.isDynamic ? (client.mapper.known(kind.gvk)?.scope ?? kind.scope) : kind.scope;
}

/** An optional kind that is not installed has no objects. */
async function find({ kind, settings }: ReferenceStep, key: ObjectKey, client: Client): Promise<unknown> {
  try {
    return await client.find(kind, key);
  } catch (error) {
    if (settings.optional && is.noMatch(error)) return undefined;
    throw error;
  }
}
