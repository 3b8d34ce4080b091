/** Waits until the API server serves new kinds. */
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../../errors.js';
import { CustomResourceDefinition } from '../../../k8s/apiextensions/v1/index.js';
import { is } from '../../../runtime/client/requests/api-error.js';
import type { Client } from '../../../runtime/client/client.js';
import { defineKind } from '../../../runtime/object/kind.js';
import type { DeepReadonly } from '../../../runtime/object/readonly.js';

/** How long to wait. */
export interface EstablishedOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly pollMs?: number;
  readonly update?: (detail: string) => void;
}

type Crd = DeepReadonly<CustomResourceDefinition>;

/** Resolves when all CRDs are established and served; rejects with `crd-not-established` and the server's reason. */
export async function waitUntilEstablished(
  client: Client,
  names: readonly string[],
  options: EstablishedOptions,
): Promise<void> {
  const { timeoutMs, signal, pollMs = 100, update } = options;
  const deadline = Date.now() + timeoutMs;
  for (const name of names) {
    update?.(name);
    for (;;) {
      const crd = await client.find(CustomResourceDefinition, { name }, { signal });
      if (crd && isTrue(crd, 'Established') && (await isServed(client, crd, signal))) break;
      const holder = crd && isRefused(crd) ? await holderOfNames(client, crd, signal) : undefined;
      if (holder !== undefined || Date.now() > deadline) throw notEstablished(name, crd, timeoutMs, holder);
      await delay(pollMs, undefined, { signal });
    }
  }
}

function isRefused(crd: Crd): boolean {
  return crd.status?.conditions?.some(({ type, status }) => type === 'NamesAccepted' && status === 'False') ?? false;
}

/**
 * The CRD that keeps this one's names for good. One that is going, or has gone without the API server having noticed,
 * frees them in a moment: then waiting helps, and there is no holder.
 */
async function holderOfNames(client: Client, crd: Crd, signal: AbortSignal | undefined): Promise<string | undefined> {
  const wanted = namesOf(crd);
  try {
    const { items } = await client.list(CustomResourceDefinition, { signal });
    return items.find(
      ({ metadata, spec, status }) =>
        spec.group === crd.spec.group &&
        metadata.name !== crd.metadata.name &&
        metadata.deletionTimestamp === undefined &&
        namesOf({ spec: { names: status?.acceptedNames ?? spec.names } }).some((name) => wanted.includes(name)),
    )?.metadata.name;
  } catch (error) {
    if (is.forbidden(error)) return undefined;
    throw error;
  }
}

/** Resources and kinds are two spaces of names: only within one of them can names clash. */
function namesOf({ spec: { names } }: { readonly spec: Pick<Crd['spec'], 'names'> }): string[] {
  const { kind, listKind, plural, singular, shortNames = [] } = names;
  const present = (name: string | undefined): name is string => name !== undefined && name !== '';
  return [
    ...[kind, listKind].filter(present).map((name) => `kind ${name}`),
    ...[plural, singular, ...shortNames].filter(present).map((name) => `resource ${name}`),
  ];
}

function notEstablished(name: string, crd: Crd | undefined, timeoutMs: number, holder: string | undefined): UserError {
  const bad = (crd?.status?.conditions ?? []).filter(({ type, status }) =>
    type === 'NonStructuralSchema' || type === 'Terminating' ? status === 'True' : status === 'False',
  );
  const evidence = bad.map(({ type, reason, message }) => `\n  ${type}: ${reason ?? ''} ${message ?? ''}`.trimEnd());
  if (crd && isRefused(crd)) {
    return new UserError(
      'crd-not-established',
      `the CRD ${name} is not accepted: its names are taken${holder === undefined ? '' : ` by ${holder}`}${evidence.join('')}`,
      {
        fix: `${holder ?? 'another CRD of the same group'} has this plural, kind or short name ("kubectl get crds"): rename yours (+kubebuilder:resource:path=…,shortName=…), or remove the other one`,
      },
    );
  }
  const isGoing = crd?.metadata.deletionTimestamp !== undefined;
  return new UserError(
    'crd-not-established',
    `the CRD ${name} ${isGoing ? 'is being deleted' : `was not established within ${timeoutMs / 1000} s`}${evidence.join('')}`,
    {
      fix: isGoing
        ? 'wait until it is gone ("kubectl get crd"); objects with finalizers keep it until their operator removes the finalizers'
        : 'look at its conditions with "kubectl describe crd", and give it more time with --timeout',
    },
  );
}

/** Established comes a moment before the paths are served. */
async function isServed(client: Client, crd: Crd, signal: AbortSignal | undefined): Promise<boolean> {
  const { group, names, scope, versions } = crd.spec;
  for (const { name: version, served } of versions) {
    if (!served) continue;
    const kind = defineKind({ group, version, kind: names.kind, plural: names.plural, scope: scope as 'Cluster' });
    client.mapper.forget(kind.gvk);
    try {
      await client.list(kind, { limit: 1, signal });
    } catch (error) {
      if (is.noMatch(error) || is.notFound(error)) return false;
      // Others, such as a conversion webhook that does not run yet, or no right to list, do not concern the CRD.
      if (is.connection(error)) throw error;
    }
  }
  return true;
}

function isTrue(crd: Crd, type: string): boolean {
  return crd.status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
}
