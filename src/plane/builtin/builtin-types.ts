/** The built-in resources, from the catalogue of the pinned Kubernetes. */
import { allBuiltinKinds, builtinSchema, type BuiltinKind } from '../../k8s/catalogue.js';
import type { ResourceType, Verb } from '../resources/resource-type.js';
import type { SchemaNode } from '../../kubernetes/schema/schema-node.js';

/** Fields that built-in kinds can be selected by, besides name and namespace. */
const SELECTABLE: Readonly<Record<string, readonly string[]>> = {
  '/pods': [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
    'status.podIPs',
    'status.nominatedNodeName',
  ],
  '/namespaces': ['status.phase'],
  '/nodes': ['spec.unschedulable'],
  '/secrets': ['type'],
  '/services': ['spec.clusterIP', 'spec.type'],
  '/events': [
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  'events.k8s.io/events': [
    'regarding.kind',
    'regarding.namespace',
    'regarding.name',
    'regarding.uid',
    'regarding.apiVersion',
    'regarding.resourceVersion',
    'regarding.fieldPath',
    'reason',
    'reportingController',
    'type',
  ],
  '/replicationcontrollers': ['status.replicas'],
  'apps/replicasets': ['status.replicas'],
  'batch/jobs': ['status.successful'],
  'certificates.k8s.io/certificatesigningrequests': ['spec.signerName'],
};

/** Resources that live in the collection of another group. */
const SHARED: Readonly<Record<string, string>> = { 'events.k8s.io/events': '/events' };

/** Every built-in resource that is served without switching anything on. */
export function builtinTypes(): ResourceType[] {
  return allBuiltinKinds().filter(isServed).map(typeOf);
}

function isServed(kind: BuiltinKind): boolean {
  return kind.isServedByDefault;
}

function typeOf(kind: BuiltinKind): ResourceType {
  const id = `${kind.group}/${kind.plural}`;
  return {
    group: kind.group,
    version: kind.version,
    kind: kind.kind,
    listKind: `${kind.kind}List`,
    plural: kind.plural,
    singular: kind.singular,
    isNamespaced: kind.scope === 'Namespaced',
    shortNames: kind.shortNames,
    categories: kind.categories,
    verbs: kind.verbs as readonly Verb[],
    subresources: kind.subresources,
    collection: SHARED[id] ?? id,
    selectableFields: new Set(SELECTABLE[id] ?? []),
    // Schemas are unpacked at first use: most tests need only a few kinds.
    get schema(): SchemaNode | undefined {
      return builtinSchema(kind) as SchemaNode | undefined;
    },
  };
}
