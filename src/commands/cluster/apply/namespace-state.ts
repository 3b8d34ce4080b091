/** Namespaces that are going away take nothing new. */
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../../errors.js';
import { Namespace } from '../../../k8s/core/v1/index.js';
import type { Client } from '../../../runtime/client/client.js';
import type { DeepReadonly } from '../../../runtime/object/readonly.js';

/** How long to wait for a namespace that is being deleted. */
export interface NamespaceOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly pollMs?: number;
  readonly update?: (detail: string) => void;
}

/** True when it exists; waits while it is being deleted, and says what keeps it when that takes too long. */
export async function namespaceExists(client: Client, name: string, options: NamespaceOptions): Promise<boolean> {
  const { timeoutMs, signal, pollMs = 500, update } = options;
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const namespace = await client.find(Namespace, { name }, { signal });
    if (!namespace) return false;
    if (namespace.metadata.deletionTimestamp === undefined) return true;
    if (Date.now() >= deadline) throw terminating(namespace, timeoutMs);
    update?.(`namespace ${name} is being deleted`);
    await delay(pollMs, undefined, { signal });
  }
}

function terminating({ metadata, status }: DeepReadonly<Namespace>, timeoutMs: number): UserError {
  const reasons = (status?.conditions ?? []).filter((condition) => condition.status === 'True');
  const evidence = reasons.map(({ type, message }) => `\n  ${type}: ${message ?? ''}`).join('');
  return new UserError(
    'namespace-terminating',
    `the namespace ${metadata.name} has been terminating since ${metadata.deletionTimestamp}, and was not gone after ${timeoutMs / 1000} s${evidence}`,
    {
      fix: 'something in it has finalizers whose controller does not run: start that controller, or remove the finalizers of what is named above; or choose another --namespace',
    },
  );
}
