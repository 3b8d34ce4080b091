/** What single built-in kinds need beyond the common rules. */
import type { ApiObject } from '../storage/api-object.js';
import type { Finding } from '../../kubernetes/finding.js';
import { crdRules } from '../definitions/builtin-crd.js';
import { eventRules } from './defaults/builtin-event.js';
import { namespaceRules } from './defaults/builtin-namespace.js';
import { nodeRules } from './defaults/builtin-node.js';
import { signingRequestRules } from './access/signing-strategy.js';
import {
  budgetRules,
  claimRules,
  ingressRules,
  secretRules,
  serviceRules,
  volumeRules,
} from './defaults/builtin-services.js';
import {
  autoscalerRules,
  daemonSetRules,
  jobRules,
  podRules,
  replicaSetRules,
  statefulSetRules,
} from './defaults/builtin-workloads.js';
import type { ResourceType } from '../resources/resource-type.js';
import type { UserInfo } from '../access/user-info.js';

/** Stored objects: of the same kind, or of the collection that is named. */
export type Others = (collection?: string) => readonly ApiObject[];

/** A write to a subresource that stores a part of the object. */
export interface StatusWrite {
  readonly subresource: string;
  /** The time of the server. */
  readonly now: string;
}

/** Rules of one kind. */
export interface KindRules {
  /** On create: what admission plugins of a cluster set before webhooks see the object. */
  readonly admit?: (object: ApiObject, others: Others) => ApiObject;
  /** On create, after admission: what the server sets itself. `others` gives the objects of this or another collection. */
  readonly prepareCreate?: (object: ApiObject, others: Others, user: UserInfo) => ApiObject;
  /** On update: what the server keeps or sets. */
  readonly prepareUpdate?: (after: ApiObject, before: ApiObject, others: Others) => ApiObject;
  /** The last touch before a new object is stored, after all checks. */
  readonly asStored?: (object: ApiObject) => ApiObject;
  /** On update of a subresource such as status: what the server keeps or sets. */
  readonly prepareStatus?: (after: ApiObject, before: ApiObject, write: StatusWrite) => ApiObject;
  /** What the object asks for and another one has; looked at last, and not on dry runs. */
  readonly taken?: (object: ApiObject, others: Others) => Finding[];
  readonly setDefaults?: (object: ApiObject) => ApiObject;
  readonly validate?: (after: ApiObject, before: ApiObject | undefined) => Finding[];
}

const RULES = new Map<string, KindRules>(
  Object.entries({
    '/Namespace': namespaceRules,
    '/Node': nodeRules,
    '/Pod': podRules,
    '/Event': eventRules,
    '/Service': serviceRules,
    '/Secret': secretRules,
    '/PersistentVolumeClaim': claimRules,
    '/PersistentVolume': volumeRules,
    'policy/PodDisruptionBudget': budgetRules,
    'networking.k8s.io/Ingress': ingressRules,
    'apps/ReplicaSet': replicaSetRules,
    'apps/StatefulSet': statefulSetRules,
    'apps/DaemonSet': daemonSetRules,
    'autoscaling/HorizontalPodAutoscaler': autoscalerRules,
    'batch/Job': jobRules,
    'certificates.k8s.io/CertificateSigningRequest': signingRequestRules,
    'apiextensions.k8s.io/CustomResourceDefinition': crdRules,
  }),
);

/** The rules of a built-in kind, if it has any. */
export function builtinRules(type: ResourceType): KindRules | undefined {
  return type.custom === undefined ? RULES.get(`${type.group}/${type.kind}`) : undefined;
}
