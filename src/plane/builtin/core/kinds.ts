/** The checks of the core group and small groups beside it, by group and kind. */
import { nodeStatus } from '../status/small-statuses.js';
import type { KindChecks } from '../kind-checks.js';
import { autoscaler } from './autoscaler.js';
import { configMap, secret } from './config-map.js';
import { endpoints } from './endpoints.js';
import { event } from './event.js';
import { limitRange } from './limit-range.js';
import { namespace } from './namespace.js';
import { quota } from './quota.js';
import { service } from './service.js';
import { budget, lease, priorityClass, storageClass } from './small-kinds.js';

/** By `group/Kind`. */
export const kinds: Readonly<Record<string, KindChecks>> = {
  '/Service': service,
  '/Endpoints': endpoints,
  '/ConfigMap': configMap,
  '/Secret': secret,
  '/Event': event,
  'events.k8s.io/Event': event,
  '/ResourceQuota': quota,
  '/LimitRange': limitRange,
  '/Namespace': namespace,
  '/Node': { status: nodeStatus },
  'autoscaling/HorizontalPodAutoscaler': autoscaler,
  'policy/PodDisruptionBudget': budget,
  'coordination.k8s.io/Lease': lease,
  'scheduling.k8s.io/PriorityClass': priorityClass,
  'storage.k8s.io/StorageClass': storageClass,
};
