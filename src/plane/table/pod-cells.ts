/** The cells of a pod: what kubectl calls its status is worked out from its containers. */
import type { ApiObject } from '../storage/api-object.js';
import type { JsonObject, JsonValue } from '../../kubernetes/json/json-value.js';
import {
  age,
  conditionOf,
  filledAt,
  flagAt,
  isConditionTrue,
  isSet,
  nameOf,
  numberAt,
  objectsAt,
  since,
  textAt,
} from './cell-values.js';

interface Summary {
  ready: number;
  restarts: number;
  lastRestart: string;
  reason: string;
}

/** Cells of a pod. */
export function podCells(pod: ApiObject, now: number): JsonValue[] {
  const init = objectsAt(pod, 'spec.initContainers');
  const total = objectsAt(pod, 'spec.containers').length + init.filter(isSidecar).length;
  const { ready, restarts, lastRestart, reason } = summaryOf(pod);
  const ago = restarts !== 0 && lastRestart !== '' ? ` (${since(lastRestart, now)} ago)` : '';
  return [
    nameOf(pod),
    `${ready}/${total}`,
    endReason(pod, reason),
    `${restarts}${ago}`,
    age(pod, now),
    filledAt(objectsAt(pod, 'status.podIPs')[0], 'ip', '<none>'),
    filledAt(pod, 'spec.nodeName', '<none>'),
    filledAt(pod, 'status.nominatedNodeName', '<none>'),
    readinessGates(pod),
  ];
}

function summaryOf(pod: ApiObject): Summary {
  const isGated = objectsAt(pod, 'status.conditions').some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  );
  const phase = textAt(pod, 'status.phase');
  const reason = isGated ? 'SchedulingGated' : filledAt(pod, 'status.reason', phase);
  const start: Summary = { ready: 0, restarts: 0, lastRestart: '', reason };
  const { all, sidecars, isInitializing } = initSummary(pod, start);
  if (isInitializing && !isConditionTrue(pod, 'Initialized')) return all;
  return mainSummary(pod, { ...sidecars, ready: all.ready, reason: all.reason });
}

/** What init containers say, until the first that is not done. */
function initSummary(pod: ApiObject, start: Summary): { all: Summary; sidecars: Summary; isInitializing: boolean } {
  const specs = objectsAt(pod, 'spec.initContainers');
  const all = { ...start };
  const sidecars = { ...start };
  for (const [index, status] of objectsAt(pod, 'status.initContainerStatuses').entries()) {
    const spec = specs.find(({ name }) => name === status['name']);
    const isRestartable = spec !== undefined && isSidecar(spec);
    countRestarts(all, status);
    if (isRestartable) countRestarts(sidecars, status);
    if (isSet(status, 'state.terminated') && numberAt(status, 'state.terminated.exitCode') === 0) continue;
    if (isRestartable && flagAt(status, 'started')) {
      if (flagAt(status, 'ready')) all.ready++;
      continue;
    }
    all.reason = `Init:${initReason(status, `${index}/${specs.length}`)}`;
    return { all, sidecars, isInitializing: true };
  }
  return { all, sidecars, isInitializing: false };
}

function initReason(status: JsonObject, progress: string): string {
  if (isSet(status, 'state.terminated')) return terminatedReason(status);
  const waiting = textAt(status, 'state.waiting.reason');
  return waiting === '' || waiting === 'PodInitializing' ? progress : waiting;
}

function mainSummary(pod: ApiObject, start: Summary): Summary {
  const summary = { ...start };
  let hasRunning = false;
  let failure = '';
  for (const status of objectsAt(pod, 'status.containerStatuses').reverse()) {
    countRestarts(summary, status);
    const waiting = textAt(status, 'state.waiting.reason');
    if (waiting !== '') {
      summary.reason = waiting;
    } else if (isSet(status, 'state.terminated')) {
      summary.reason = terminatedReason(status);
      if (numberAt(status, 'state.terminated.exitCode') !== 0) failure = summary.reason;
    } else if (flagAt(status, 'ready') && isSet(status, 'state.running')) {
      hasRunning = true;
      summary.ready++;
    }
  }
  if (summary.reason !== 'Completed') return summary;
  if (hasRunning && isConditionTrue(pod, 'Ready')) return { ...summary, reason: 'Running' };
  if (failure !== '') return { ...summary, reason: failure };
  return hasRunning ? { ...summary, reason: 'NotReady' } : summary;
}

function terminatedReason(status: JsonObject): string {
  const reason = textAt(status, 'state.terminated.reason');
  if (reason !== '') return reason;
  const signal = numberAt(status, 'state.terminated.signal');
  return signal === 0 ? `ExitCode:${numberAt(status, 'state.terminated.exitCode')}` : `Signal:${signal}`;
}

function countRestarts(summary: Summary, status: JsonObject): void {
  summary.restarts += numberAt(status, 'restartCount');
  const finished = textAt(status, 'lastState.terminated.finishedAt');
  // Times are in one form, so that the later one is also the greater one.
  if (finished > summary.lastRestart) summary.lastRestart = finished;
}

function endReason(pod: ApiObject, reason: string): string {
  if (pod.metadata.deletionTimestamp === undefined) return reason;
  if (textAt(pod, 'status.reason') === 'NodeLost') return 'Unknown';
  return ['Failed', 'Succeeded'].includes(textAt(pod, 'status.phase')) ? reason : 'Terminating';
}

function isSidecar(container: JsonObject): boolean {
  return container['restartPolicy'] === 'Always';
}

function readinessGates(pod: ApiObject): string {
  const gates = objectsAt(pod, 'spec.readinessGates');
  if (gates.length === 0) return '<none>';
  const open = gates.filter((gate) => conditionOf(pod, textAt(gate, 'conditionType'))?.['status'] === 'True');
  return `${open.length}/${gates.length}`;
}

const DONE: Readonly<Record<string, string>> = {
  Succeeded: 'The pod has completed successfully.',
  Failed: 'The pod failed.',
};

/** What a table says about a pod that has ended. */
export function podRowConditions(pod: ApiObject): JsonValue[] | undefined {
  const phase = textAt(pod, 'status.phase');
  const message = DONE[phase];
  return message === undefined ? undefined : [{ type: 'Completed', status: 'True', reason: phase, message }];
}
