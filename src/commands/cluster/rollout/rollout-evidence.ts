/** Collects what explains a rollout that does not succeed. */
import { CoreEvent } from './core-event.js';
import type { Deployment } from '../../../k8s/apps/v1/index.js';
import type { Pod } from '../../../k8s/core/v1/index.js';
import type { DeepReadonly } from '../../../runtime/object/readonly.js';
import type { Cluster } from '../cluster.js';
import { isReady } from './rollout-trouble.js';

const mostPods = 3;
const mostEvents = 8;
const mostLogLines = 15;

/** Lines for a person: conditions, pods, events, the end of logs. Never rejects: what cannot be read is left out. */
export async function rolloutEvidence(
  cluster: Cluster,
  deployment: DeepReadonly<Deployment>,
  pods: readonly DeepReadonly<Pod>[],
): Promise<string[]> {
  const broken = pods.filter((pod) => !isReady(pod)).slice(0, mostPods);
  const lines = conditionsOf(deployment);
  for (const pod of broken) lines.push(...podLines(pod));
  lines.push(...(await readable(eventLines(cluster, deployment, broken))));
  for (const pod of broken.slice(0, 1)) lines.push(...(await readable(logLines(cluster, pod))));
  return lines;
}

function conditionsOf({ metadata, status }: DeepReadonly<Deployment>): string[] {
  if (status?.observedGeneration === undefined)
    return [`Deployment ${metadata.name}: no controller has looked at it yet; does kube-controller-manager run?`];
  return (status.conditions ?? [])
    .filter(({ type, status: value }) => (type === 'ReplicaFailure' ? value === 'True' : value === 'False'))
    .map(({ type, reason, message }) => `Deployment ${metadata.name}: ${type} ${reason ?? ''}: ${message ?? ''}`);
}

function podLines({ metadata, status }: DeepReadonly<Pod>): string[] {
  const lines = [
    `Pod ${metadata.name}: ${status?.phase ?? 'unknown phase'}${status?.reason ? ` (${status.reason})` : ''}`,
  ];
  const scheduled = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status === 'False') lines.push(`  not scheduled: ${scheduled.message ?? scheduled.reason ?? ''}`);
  for (const { name, ready, restartCount, state, lastState } of status?.containerStatuses ?? []) {
    const waiting = state?.waiting;
    const ended = state?.terminated ?? lastState?.terminated;
    if (waiting)
      lines.push(`  container ${name}: ${waiting.reason ?? 'waiting'}${waiting.message ? `: ${waiting.message}` : ''}`);
    if (ended)
      lines.push(
        `  container ${name}: ended with code ${ended.exitCode} (${ended.reason ?? 'no reason'}), ${restartCount} restarts`,
      );
    if (!waiting && !ended && !ready) lines.push(`  container ${name}: runs, but its readiness probe does not succeed`);
  }
  return lines;
}

async function eventLines(
  { client }: Cluster,
  { metadata }: DeepReadonly<Deployment>,
  pods: readonly DeepReadonly<Pod>[],
): Promise<string[]> {
  const { items } = await client.list(CoreEvent, { namespace: metadata.namespace, fields: { type: 'Warning' } });
  const podNames = new Set(pods.map((pod) => pod.metadata.name));
  const isOurs = ({ kind, name = '' }: { readonly kind?: string; readonly name?: string }): boolean =>
    podNames.has(name) || (kind !== 'Pod' && name.startsWith(metadata.name ?? ''));
  const events = items.filter(({ involvedObject }) => isOurs(involvedObject));
  const texts = events.map(
    ({ involvedObject: { kind, name }, reason, message }) => `event of ${kind} ${name}: ${reason}: ${message}`,
  );
  return [...new Set(texts)].slice(-mostEvents);
}

async function logLines({ transport }: Cluster, { metadata, status }: DeepReadonly<Pod>): Promise<string[]> {
  const container = (status?.containerStatuses ?? []).find(({ ready }) => !ready);
  if (!container) return [];
  const previous = container.restartCount > 0 && !container.state?.running ? '&previous=true' : '';
  const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}/log?container=${container.name}&tailLines=${mostLogLines}${previous}`;
  const response = await transport.request({ method: 'GET', path, timeoutMs: 5000 });
  const text = await response.text();
  if (response.status !== 200 || text.trim() === '') return [];
  const lines = text.trimEnd().split('\n');
  return [`last log lines of ${metadata.name}:`, ...lines.map((line) => `  ${line}`), ...logHints(text)];
}

/** What the log of a manager that does not get ready usually means. */
export function logHints(log: string): string[] {
  const hints: string[] = [];
  if (/is forbidden|cannot (get|list|watch|create|update|patch|delete) resource/.test(log))
    hints.push(
      'hint: the manager lacks a right: add a +kubebuilder:rbac marker, run "kbts manifests" and deploy again',
    );
  if (/does not know kind|no matches for kind|NoKindMatch/.test(log))
    hints.push('hint: a CRD that the manager watches is not installed');
  if (/WATCH_NAMESPACE/.test(log)) hints.push('hint: WATCH_NAMESPACE is missing in config/manager');
  return hints;
}

async function readable(lines: Promise<string[]>): Promise<string[]> {
  // Evidence is an extra: without the right to read it, the rest must still be shown.
  return lines.catch(() => []);
}
