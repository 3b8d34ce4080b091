/** Objects as YAML, to be compared by people. */
import { isEqual } from '../../../runtime/object/equality.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { toYaml } from '../../../yaml.js';
import { shownMetadata } from '../secrets/hidden-values.js';

/** An object before and after; `before` is undefined for a new one, `after` for one that would be deleted. */
export interface ObjectTexts {
  readonly before?: string;
  readonly after?: string;
}

/** What a person wants to compare: without status, and without what the server counts and keeps for itself. */
export function objectTexts(before: KubeObject | undefined, after: KubeObject | undefined): ObjectTexts {
  return {
    ...(before && { before: toYaml(tidy(before, after, 'before')) }),
    ...(after && { after: toYaml(tidy(after, before, 'after')) }),
  };
}

function tidy(object: KubeObject, other: KubeObject | undefined, side: 'before' | 'after'): object {
  const { apiVersion, kind, metadata, ...rest } = object as KubeObject & { status?: unknown };
  const { status: _status, ...body } = rest;
  const { managedFields, resourceVersion, generation, uid, creationTimestamp, selfLink, ...shown } = shownMetadata(
    kind,
    metadata,
  ) as KubeObject['metadata'] & { selfLink?: string };
  void [managedFields, resourceVersion, generation, uid, creationTimestamp, selfLink];
  const safe = kind === 'Secret' ? masked(body, other, side) : body;
  return { apiVersion, kind, metadata: shown, ...safe };
}

/** Values of Secrets are never shown, only whether they change. */
function masked(body: object, other: KubeObject | undefined, side: string): object {
  const result: Record<string, unknown> = { ...body };
  for (const field of ['data', 'stringData']) {
    const values: unknown = Reflect.get(body, field);
    if (typeof values !== 'object' || values === null) continue;
    const others: unknown = other && Reflect.get(other, field);
    const entries = Object.entries(values).map(([key, value]) => {
      const isSame = typeof others === 'object' && others !== null && isEqual(Reflect.get(others, key), value);
      return [key, isSame ? '***' : `*** (${side})`];
    });
    result[field] = Object.fromEntries(entries);
  }
  return result;
}
