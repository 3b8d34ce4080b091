/** The built-in controllers that a server may run. */
import type { Backend } from '../backend.js';
import { runLoop, type BuiltinController } from './controller-loop.js';
import { deploymentController } from './deployment-controller.js';
import { endpointController } from './endpoint-controller.js';
import { garbageCollector } from './garbage-collector.js';
import { jobController } from './job-controller.js';
import { namespaceController } from './namespace-controller.js';
import { podSimulator } from './pod-simulator.js';
import { quotaController } from './quota-controller.js';
import { replicaSetController } from './replica-set-controller.js';
import { daemonSetController, statefulSetController } from './stateful-set-controller.js';
import { storageProtection } from './storage-protection.js';

/** Which controllers run. A bare kube-apiserver has none. */
export interface ControllerSwitches {
  /** Owner references: background, foreground and orphan. */
  readonly garbageCollection?: boolean;
  /** Deleted namespaces are emptied and go; claims and volumes go when nothing uses them. */
  readonly namespaces?: boolean;
  /** Deployments, ReplicaSets, StatefulSets, DaemonSets, Jobs, endpoints, and pods that run at once. */
  readonly workloads?: boolean;
  /** What namespaces use of their ResourceQuotas. */
  readonly quotas?: boolean;
}

/** Starts what is switched on. Returns a function that stops it. */
export function runControllers(backend: Backend, switches: ControllerSwitches | boolean): () => void {
  const chosen: ControllerSwitches =
    typeof switches === 'boolean'
      ? { garbageCollection: switches, namespaces: switches, workloads: switches, quotas: switches }
      : switches;
  const controllers: BuiltinController[] = [];
  if (chosen.namespaces === true) controllers.push(namespaceController(backend), storageProtection(backend));
  if (chosen.workloads === true) {
    controllers.push(
      deploymentController(backend),
      replicaSetController(backend),
      statefulSetController(backend),
      daemonSetController(backend),
      jobController(backend),
      podSimulator(backend),
      endpointController(backend),
    );
  }
  if (chosen.quotas === true) controllers.push(quotaController(backend));
  if (chosen.garbageCollection === true) controllers.push(garbageCollector(backend));
  return controllers.length === 0 ? () => undefined : runLoop(backend, controllers);
}
