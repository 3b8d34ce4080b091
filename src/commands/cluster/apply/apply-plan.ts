/** Finds out what applying would change, without changing anything. */
import { UserError } from '../../../errors.js';
import { is } from '../../../runtime/client/requests/api-error.js';
import { isEqual } from '../../../runtime/object/equality.js';
import { parseApiVersion } from '../../../kubernetes/version/api-version.js';
import type { Kind } from '../../../runtime/object/kind.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { isCrd } from './apply-order.js';
import type { Cluster } from '../cluster.js';
import { conflictError, conflictsIn, type FieldConflict } from './conflicts.js';
import { explainFailure } from '../explain-failure.js';
import { namespaceExists } from './namespace-state.js';
import { identityOf, nameOf } from './object-name.js';
import { type ObjectTexts, objectTexts } from '../preview/object-text.js';
import { checkRights } from '../rights.js';

/** The name under which kbts manages fields. */
export const fieldManager = 'kbts';

/** What happens to an object. */
export type ApplyOutcome = 'created' | 'changed' | 'unchanged';

/** An object with its namespace filled in, and what applying it does. */
export interface PlannedObject {
  readonly object: KubeObject;
  readonly outcome: ApplyOutcome;
  /** As the server has it, and as it would have it; only when asked for. */
  readonly texts?: ObjectTexts;
}

/** What the plan needs to know. */
export interface ApplyPlanOptions {
  /** For messages: `deploy`, `install CRDs`. */
  readonly action: string;
  readonly forceConflicts?: boolean;
  /** Show objects before and after. */
  readonly diff?: boolean;
  /** How long to wait for a namespace that is being deleted. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly update?: (detail: string) => void;
}

/** Rejects when rights are missing, fields are in conflict, or the server would refuse an object. */
export async function planApply(
  cluster: Cluster,
  objects: readonly KubeObject[],
  options: ApplyPlanOptions,
): Promise<PlannedObject[]> {
  const placed = await Promise.all(objects.map((object) => place(cluster, object, objects, options)));
  await checkRights(
    cluster.client,
    placed.flatMap(({ kind, object }) =>
      kind ? [{ kind, namespace: object.metadata.namespace, verbs: ['get', 'patch', 'create'] }] : [],
    ),
    options,
  );
  const missing = await missingNamespaces(cluster, placed, objects, options);
  const conflicts: FieldConflict[] = [];
  const planned = await inBatches(placed, 8, async ({ object, kind }) => {
    const isNew = kind === undefined || missing.has(object.metadata.namespace ?? '');
    if (!isNew) return tryApply(cluster, { object, kind }, options, conflicts);
    return { object, outcome: 'created', ...textsFor(options, undefined, object) } as const;
  });
  if (conflicts.length > 0) throw conflictError(conflicts);
  return planned;
}

interface PlacedObject {
  readonly object: KubeObject;
  /** Undefined for a kind that the server will know only when its CRD has been applied. */
  readonly kind?: Kind;
}

async function place(
  { client, namespace }: Cluster,
  object: KubeObject,
  all: readonly KubeObject[],
  { signal, action }: ApplyPlanOptions,
): Promise<PlacedObject> {
  const gvk = { ...parseApiVersion(object.apiVersion), kind: object.kind };
  try {
    const kind = await client.mapper.kindFor(gvk, { signal });
    if (kind.scope === 'Cluster' || object.metadata.namespace !== undefined) return { object, kind };
    return { object: { ...object, metadata: { ...object.metadata, namespace } }, kind };
  } catch (error) {
    if (is.noMatch(error) && all.some((other) => definesKind(other, gvk))) return { object };
    throw explainFailure(error, { action: `cannot ${action}`, signal });
  }
}

function definesKind(object: KubeObject, gvk: { group: string; kind: string }): boolean {
  if (!isCrd(object)) return false;
  const { spec } = object as { spec?: { group?: string; names?: { kind?: string } } };
  return spec?.group === gvk.group && spec.names?.kind === gvk.kind;
}

/** Namespaces that are yet to be created; what goes into them cannot be tried. */
async function missingNamespaces(
  { client }: Cluster,
  placed: readonly PlacedObject[],
  objects: readonly KubeObject[],
  options: ApplyPlanOptions,
): Promise<Set<string>> {
  const ours = new Set(objects.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name));
  const names = placed.flatMap(({ object }) => object.metadata.namespace ?? []);
  const missing = new Set<string>();
  for (const name of new Set([...names, ...ours])) {
    if (name === undefined) continue;
    const exists = await namespaceExists(client, name, options).catch((error: unknown) => {
      // Whoever may work in a namespace need not have the right to see it.
      if (is.forbidden(error)) return true;
      throw explainFailure(error, { action: `cannot ${options.action}`, signal: options.signal });
    });
    if (exists) continue;
    if (!ours.has(name)) {
      throw new UserError('not-found', `there is no namespace ${name} in the cluster, and config/ does not create it`, {
        fix: `create it with "kubectl create namespace ${name}", or choose another with --namespace`,
      });
    }
    missing.add(name);
  }
  return missing;
}

/** Applies as a dry run; conflicts are collected, so that all of them can be shown at once. */
async function tryApply(
  cluster: Cluster,
  { object, kind }: { readonly object: KubeObject; readonly kind: Kind },
  options: ApplyPlanOptions,
  conflicts: FieldConflict[],
): Promise<PlannedObject> {
  const { signal } = options;
  const identity = identityOf(object);
  try {
    const { before, after } = await beforeAndAfter(cluster, { object, kind }, options);
    const texts = textsFor(options, before, after);
    if (!before) return { object, outcome: 'created', ...texts };
    const isSame = isEqual(essence(before), essence(after));
    return { object, outcome: isSame ? 'unchanged' : 'changed', ...texts };
  } catch (error) {
    const found = conflictsIn(error, identity);
    if (found.length === 0) throw explainFailure(error, { action: `cannot apply ${nameOf(identity)}`, signal, object });
    conflicts.push(...found);
    return { object, outcome: 'changed' };
  }
}

const mostReads = 5;

/** Both from the same version of the object: what a controller writes between the two requests is no change of ours. */
async function beforeAndAfter(
  { client }: Cluster,
  { object, kind }: { readonly object: KubeObject; readonly kind: Kind },
  { forceConflicts, signal }: ApplyPlanOptions,
): Promise<{ before: KubeObject | undefined; after: KubeObject }> {
  const { namespace, name = '' } = object.metadata;
  for (let reads = 1; ; reads++) {
    const before = (await client.find(kind, { namespace, name }, { signal })) as KubeObject | undefined;
    const after = await client.apply(object, { fieldManager, force: forceConflicts, dryRun: true, signal });
    const isOfOneVersion = before?.metadata.resourceVersion === after.metadata.resourceVersion;
    if (before === undefined || isOfOneVersion || reads === mostReads) return { before, after };
  }
}

function textsFor(
  { diff }: ApplyPlanOptions,
  before: KubeObject | undefined,
  after: KubeObject,
): { texts?: ObjectTexts } {
  return diff === true ? { texts: objectTexts(before, after) } : {};
}

/** An object without what changes by itself; our own list of managed fields counts, as it decides on later conflicts. */
function essence(object: KubeObject): object {
  const { managedFields = [], resourceVersion: _version, generation: _generation, ...metadata } = object.metadata;
  const own = managedFields.find(({ manager, operation }) => manager === fieldManager && operation === 'Apply');
  return { ...object, metadata, own: own?.fieldsV1 };
}

async function inBatches<T, R>(items: readonly T[], size: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += size)
    results.push(...(await Promise.all(items.slice(start, start + size).map(work))));
  return results;
}
