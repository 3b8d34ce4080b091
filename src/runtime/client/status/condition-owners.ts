/** Whether one condition can be applied without taking the others away: only the API server knows the type of the list. */
import type { Condition, KubeObject } from '../../object/meta.js';
import type { DeepReadonly } from '../../object/readonly.js';

/** The conditions of a kind are replaced as a whole, and others have set some. */
export class AtomicConditionsError extends Error {
  override readonly name = 'AtomicConditionsError';
  constructor(kind: string, others: readonly string[]) {
    super(
      `status.conditions of ${kind} is replaced as a whole, so writing would remove ${others.join(', ')}: ` +
        'mark the field with +listType=map and +listMapKey=type, run `kbts manifests`, and install the CRD',
    );
  }
}

type Owned = DeepReadonly<KubeObject & { status?: { conditions?: Condition[] } }>;

/**
 * Throws an `AtomicConditionsError` when applying `own` would take conditions of others away. The object's managed fields tell
 * it; where they say nothing, `rehearse` asks the API server without writing.
 */
export async function refuseAtomicConditions(
  object: Owned,
  own: readonly { readonly type: string }[],
  rehearse: () => Promise<object>,
): Promise<void> {
  const types = new Set(own.map(({ type }) => type));
  const others = (object.status?.conditions ?? []).map(({ type }) => type).filter((type) => !types.has(type));
  if (others.length === 0) return;
  const isMerged = mergesConditions(object) ?? mergesConditions((await rehearse()) as Owned);
  if (isMerged === false) throw new AtomicConditionsError(object.kind, others);
}

/** Undefined when no manager of the object owns conditions. */
function mergesConditions({ metadata }: Owned): boolean | undefined {
  for (const { fieldsV1 } of metadata.managedFields ?? []) {
    const owned = at(at(fieldsV1, 'f:status'), 'f:conditions');
    if (owned) return Object.keys(owned).some((element) => element.startsWith('k:'));
  }
  return undefined;
}

function at(tree: unknown, element: string): object | undefined {
  const found: unknown = typeof tree === 'object' && tree !== null ? Reflect.get(tree, element) : undefined;
  return typeof found === 'object' && found !== null ? found : undefined;
}
