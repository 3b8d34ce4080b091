/** How built-in kinds differ from each other when they are written. */
import type { ApiObject } from '../storage/api-object.js';
import { isDnsLabel, isPathPrefix, isPathSegment, isSubdomain, type NameRule } from '../../kubernetes/value/names.js';
import { hasSubresource, type ResourceType } from './resource-type.js';

/** What the server does around a write, by kind. */
export interface KindStrategy {
  readonly name: NameRule;
  /** Rule of `generateName`, where it is another one. */
  readonly generateName?: NameRule;
  /** Whether an update looks at `generateName` again. */
  readonly checksGenerateName: boolean;
  /** Whether an object without a name gets one. */
  readonly namesItself?: boolean;
  /** Whether finalizers without a domain must be those of Kubernetes. */
  readonly needsKnownFinalizers: boolean;
  /** Whether `status` is kept apart from the rest. */
  readonly hasStatus: boolean;
  /** The fields whose change raises `metadata.generation`; undefined when the kind has no generation. */
  readonly generation: 'spec' | 'content' | undefined;
  /** Whether annotations count for the generation too. */
  readonly annotationsCount: boolean;
  /** Whether PUT may leave the resourceVersion out. */
  readonly allowsUnconditionalUpdate: boolean;
  /** Whether PUT makes an object that is not there. */
  readonly createsOnUpdate: boolean;
}

const GENERATION = new Map<string, 'spec' | 'content'>(
  Object.entries({
    'apps/deployments': 'spec',
    'apps/replicasets': 'spec',
    'apps/statefulsets': 'spec',
    'apps/daemonsets': 'spec',
    'autoscaling/horizontalpodautoscalers': 'spec',
    'batch/jobs': 'spec',
    'batch/cronjobs': 'spec',
    '/pods': 'spec',
    '/replicationcontrollers': 'spec',
    'networking.k8s.io/ingresses': 'spec',
    'networking.k8s.io/ingressclasses': 'spec',
    'networking.k8s.io/networkpolicies': 'spec',
    'policy/poddisruptionbudgets': 'spec',
    'apiextensions.k8s.io/customresourcedefinitions': 'spec',
    'admissionregistration.k8s.io/mutatingwebhookconfigurations': 'content',
    'admissionregistration.k8s.io/validatingwebhookconfigurations': 'content',
    'admissionregistration.k8s.io/validatingadmissionpolicies': 'spec',
    'admissionregistration.k8s.io/validatingadmissionpolicybindings': 'spec',
    'admissionregistration.k8s.io/mutatingadmissionpolicies': 'spec',
    'admissionregistration.k8s.io/mutatingadmissionpolicybindings': 'spec',
    'discovery.k8s.io/endpointslices': 'content',
    'flowcontrol.apiserver.k8s.io/flowschemas': 'spec',
    'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations': 'spec',
    'scheduling.k8s.io/priorityclasses': 'content',
  }),
);

const CHECKED_AGAIN = new Set(
  (
    'namespaces pods persistentvolumeclaims persistentvolumes configmaps secrets serviceaccounts ingresses ingressclasses endpoints ' +
    'endpointslices roles clusterroles rolebindings clusterrolebindings limitranges storageclasses ' +
    'mutatingwebhookconfigurations validatingwebhookconfigurations validatingadmissionpolicies ' +
    'validatingadmissionpolicybindings mutatingadmissionpolicies mutatingadmissionpolicybindings ' +
    'certificatesigningrequests'
  ).split(' '),
);

/** Kinds whose metadata only the general rules are for. */
const LOOSE = new Set(['policy/poddisruptionbudgets', '/events']);
const ANY_FINALIZERS = new Set(['coordination.k8s.io', 'admissionregistration.k8s.io', 'apiextensions.k8s.io']);

const CONDITIONAL_UPDATE = new Set([
  'apiextensions.k8s.io/customresourcedefinitions',
  'admissionregistration.k8s.io/mutatingwebhookconfigurations',
  'admissionregistration.k8s.io/validatingwebhookconfigurations',
  'admissionregistration.k8s.io/validatingadmissionpolicies',
  'admissionregistration.k8s.io/validatingadmissionpolicybindings',
  'admissionregistration.k8s.io/mutatingadmissionpolicies',
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings',
  'coordination.k8s.io/leases',
  'policy/poddisruptionbudgets',
  'apiregistration.k8s.io/apiservices',
]);

const CREATE_ON_UPDATE = new Set([
  'coordination.k8s.io/leases',
  '/endpoints',
  '/events',
  'events.k8s.io/events',
  '/limitranges',
  '/services',
  'rbac.authorization.k8s.io/roles',
  'rbac.authorization.k8s.io/rolebindings',
  'rbac.authorization.k8s.io/clusterroles',
  'rbac.authorization.k8s.io/clusterrolebindings',
  'node.k8s.io/runtimeclasses',
]);

/** The strategy of a resource, built-in or custom. */
export function strategyOf(type: ResourceType): KindStrategy {
  const hasStatus = hasSubresource(type, 'status');
  if (type.custom !== undefined) {
    return {
      name: isSubdomain,
      needsKnownFinalizers: false,
      checksGenerateName: false,
      hasStatus,
      generation: 'content',
      annotationsCount: false,
      allowsUnconditionalUpdate: false,
      createsOnUpdate: false,
    };
  }
  const id = `${type.group}/${type.plural}`;
  return {
    name: nameRule(type),
    ...(LOOSE.has(id) ? { generateName: isPathPrefix } : {}),
    namesItself: id === '/limitranges',
    checksGenerateName: CHECKED_AGAIN.has(type.plural),
    needsKnownFinalizers: !ANY_FINALIZERS.has(type.group) && !LOOSE.has(id),
    hasStatus,
    generation: GENERATION.get(id),
    annotationsCount: id === 'apps/deployments',
    allowsUnconditionalUpdate: !CONDITIONAL_UPDATE.has(id),
    createsOnUpdate: CREATE_ON_UPDATE.has(id),
  };
}

function nameRule(type: ResourceType): NameRule {
  if (type.group === 'rbac.authorization.k8s.io') return isPathSegment;
  if (type.group === '' && type.plural === 'namespaces') return isDnsLabel;
  if (type.group === '' && type.plural === 'services') return isDnsLabel;
  if (type.group === 'apps' && type.plural === 'statefulsets') return isDnsLabel;
  if (type.group === 'policy' && type.plural === 'poddisruptionbudgets') return isPathSegment;
  if (type.group === 'certificates.k8s.io') return isPathSegment;
  if (type.group === '' && type.plural === 'events') return isPathSegment;
  return isSubdomain;
}

/** Fields that an endpoint of a kind never writes, so that nobody owns them by it; `status` is always kept apart. */
export function resetFields(type: ResourceType, subresource: string): readonly (readonly string[])[] {
  if (type.group !== 'certificates.k8s.io' || type.plural !== 'certificatesigningrequests') return [];
  if (subresource === 'status') return [['spec'], ['status', 'conditions']];
  return subresource === 'approval' ? [['spec'], ['status', 'certificate']] : [['spec'], ['status']];
}

/** Whether the part that the generation counts has changed. */
export function generationContent(strategy: KindStrategy, object: ApiObject): ApiObject['spec'] {
  if (strategy.generation === 'spec') {
    return { spec: object['spec'], annotations: strategy.annotationsCount ? object.metadata.annotations : undefined };
  }
  const { metadata: _metadata, status, apiVersion: _apiVersion, kind: _kind, ...rest } = object;
  return strategy.hasStatus ? rest : { ...rest, status };
}
