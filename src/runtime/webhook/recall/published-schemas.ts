/** The schemas of kinds as the API server publishes them, which every account of a cluster may read. */
import type { RestMapper } from '../../client/requests/rest-mapper.js';
import type { GVK } from '../../object/kind.js';
import { isRecord } from '../../object/json.js';
import type { Schema } from './schema-violations.js';

/** Finds the schema of a kind in one version; undefined when none is published. */
export type SchemaSource = (gvk: GVK, signal?: AbortSignal) => Promise<Schema | undefined>;

/** A CRD may be changed while the operator runs; its next calls should know. */
const MAX_AGE_MS = 30_000;
/** A server publishes the schema of a new CRD some moments after it serves it. */
const MISSING_MAX_AGE_MS = 1_000;

interface Known {
  readonly at: number;
  readonly document: unknown;
}

/**
 * Asks the API server, and again when an answer is older than half a minute, or than a second if it lacks the kind. An old
 * answer is better than none.
 */
export function publishedSchemas(mapper: Pick<RestMapper, 'openApi'>, now = () => performance.now()): SchemaSource {
  const known = new Map<string, Known>();
  const read = async (gvk: GVK, maxAgeMs: number, signal?: AbortSignal): Promise<unknown> => {
    const key = `${gvk.group}/${gvk.version}`;
    const last = known.get(key);
    if (last && now() - last.at < maxAgeMs) return last.document;
    try {
      const document = await mapper.openApi(gvk, { signal });
      known.set(key, { at: now(), document });
      return document;
    } catch (error) {
      if (!last || signal?.aborted) throw error;
      return last.document;
    }
  };
  return async (gvk, signal) =>
    schemaIn(await read(gvk, MAX_AGE_MS, signal), gvk) ?? schemaIn(await read(gvk, MISSING_MAX_AGE_MS, signal), gvk);
}

function schemaIn(document: unknown, gvk: GVK): Schema | undefined {
  const components = isRecord(document) ? document['components'] : undefined;
  const schemas = isRecord(components) ? components['schemas'] : undefined;
  if (!isRecord(schemas)) return undefined;
  return Object.values(schemas)
    .filter(isRecord)
    .find((schema) => {
      const names = schema['x-kubernetes-group-version-kind'];
      return Array.isArray(names) && names.some((name) => isRecord(name) && isSame(name, gvk));
    });
}

function isSame(name: Readonly<Record<string, unknown>>, { group, version, kind }: GVK): boolean {
  return name['group'] === group && name['version'] === version && name['kind'] === kind;
}
