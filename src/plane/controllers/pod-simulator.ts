/** Replaces scheduler and kubelet: pods run at once, those of Jobs succeed, deleted ones go. */
import { section, type ApiObject } from '../storage/api-object.js';
import type { Backend } from '../backend.js';
import { timestamp } from '../wall-clock.js';
import { isObject, type JsonObject } from '../../kubernetes/json/json-value.js';
import type { BuiltinController } from './controller-loop.js';
import { InternalClient } from './internal-client.js';
import { statusOf } from './workload.js';

/** The one node that everything runs on. */
const NODE_NAME = 'kbts-node';

/** Makes pods live. Keys are `namespace/name`. */
export function podSimulator(backend: Backend): BuiltinController {
  const client = new InternalClient(backend);
  let address = 1;
  return {
    name: 'pod-simulator',
    keysFor: (collection, { object, type }) =>
      collection === '/pods' && type !== 'DELETED'
        ? [`${object.metadata.namespace ?? ''}/${object.metadata.name ?? ''}`]
        : [],
    reconcile: async (key) => {
      const [namespace = '', name = ''] = key.split('/');
      const podType = client.type('', 'v1', 'Pod');
      const pod = client.get(podType, namespace, name);
      if (pod === undefined) return;
      if (pod.metadata.deletionTimestamp !== undefined) {
        if ((pod.metadata.deletionGracePeriodSeconds ?? 0) > 0)
          await client.remove(pod, podType, { gracePeriodSeconds: 0 });
        return;
      }
      if (statusOf(pod)['phase'] !== 'Pending') return;
      if (section(pod, 'spec')['nodeName'] === undefined) bind(backend, pod);
      await client.patch(pod, podType, { status: runningStatus(pod, backend, address++) }, 'status');
    },
  };
}

function bind(backend: Backend, pod: ApiObject): void {
  backend.store.collection('/pods').update(pod, { ...pod, spec: { ...section(pod, 'spec'), nodeName: NODE_NAME } });
}

function runningStatus(pod: ApiObject, { clock }: Backend, address: number): JsonObject {
  const now = timestamp(clock);
  const isJob = (pod.metadata.ownerReferences ?? []).some((owner) => owner.kind === 'Job');
  const containers = section(pod, 'spec')['containers'];
  const conditions = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'];
  const podIP = `10.1.${Math.floor(address / 250) % 250}.${1 + (address % 250)}`;
  const isUp = (type: string): boolean => !isJob || (type !== 'Ready' && type !== 'ContainersReady');
  return {
    phase: isJob ? 'Succeeded' : 'Running',
    conditions: conditions.map((type) => ({
      type,
      status: isUp(type) ? 'True' : 'False',
      ...(isUp(type) ? {} : { reason: 'PodCompleted' }),
      lastProbeTime: null,
      lastTransitionTime: now,
    })),
    hostIP: '127.0.0.1',
    podIP,
    podIPs: [{ ip: podIP }],
    startTime: now,
    containerStatuses: (Array.isArray(containers) ? containers.filter(isObject) : []).map((container) => ({
      name: container['name'],
      image: container['image'] ?? '',
      imageID: '',
      containerID: `kbts://${pod.metadata.uid ?? ''}/${String(container['name'])}`,
      ready: !isJob,
      started: !isJob,
      restartCount: 0,
      state: isJob
        ? { terminated: { exitCode: 0, reason: 'Completed', startedAt: now, finishedAt: now } }
        : { running: { startedAt: now } },
      lastState: {},
    })),
  };
}
