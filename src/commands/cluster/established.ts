/** Waits until the API server serves new kinds. */
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../errors.js';
import { CustomResourceDefinition } from '../../k8s/apiextensions/v1/index.js';
import { is } from '../../runtime/client/api-error.js';
import type { Client } from '../../runtime/client/client.js';
import { defineKind } from '../../runtime/object/kind.js';
import type { DeepReadonly } from '../../runtime/object/readonly.js';

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
      const refusal = crd && refusalOf(crd);
      if (refusal !== undefined || Date.now() > deadline) throw notEstablished(name, crd, timeoutMs);
      await delay(pollMs, undefined, { signal });
    }
  }
}

/** Names that another CRD has taken are refused for good; a violated schema never gets better by waiting. */
function refusalOf(crd: Crd): string | undefined {
  const names = crd.status?.conditions?.find(({ type }) => type === 'NamesAccepted');
  return names?.status === 'False' ? names.message : undefined;
}

function notEstablished(name: string, crd: Crd | undefined, timeoutMs: number): UserError {
  const bad = (crd?.status?.conditions ?? []).filter(({ type, status }) =>
    type === 'NonStructuralSchema' || type === 'Terminating' ? status === 'True' : status === 'False',
  );
  const evidence = bad.map(({ type, reason, message }) => `\n  ${type}: ${reason ?? ''} ${message ?? ''}`.trimEnd());
  const refusal = crd && refusalOf(crd);
  if (refusal !== undefined) {
    return new UserError(
      'crd-not-established',
      `the CRD ${name} is not accepted: its names are taken${evidence.join('')}`,
      {
        fix: 'another CRD of the same group has this plural, kind or short name ("kubectl get crds"): rename yours (+kubebuilder:resource:path=…,shortName=…), or remove the other one',
      },
    );
  }
  const isGoing = crd?.metadata.deletionTimestamp !== undefined;
  return new UserError(
    'crd-not-established',
    `the CRD ${name} ${isGoing ? 'is being deleted' : `was not established within ${timeoutMs / 1000} s`}${evidence.join('')}`,
    {
      fix: isGoing
        ? 'wait until it is gone ("kubectl get crd"); objects with finalizers hold it, which their operator must remove'
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
      if (is.notFound(error)) return false;
      // Others, such as a conversion webhook that does not run yet, or no right to list, do not concern the CRD.
      if (is.connection(error)) throw error;
    }
  }
  return true;
}

function isTrue(crd: Crd, type: string): boolean {
  return crd.status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
}
