/** What an object uses of the resources that quotas limit. */
import { Quantity } from '../../../kubernetes/value/quantity.js';
import { section, type ApiObject } from '../../storage/api-object.js';
import type { ResourceType } from '../../resources/resource-type.js';
import { amountsOf, objectsIn, plus, podTotal, resourceList, type ResourceList } from '../../builtin/resource-list.js';
import { claimMatches, matchesNone, podMatches, type ScopeMatch } from './scopes.js';

/** How objects of one resource are counted. */
export interface Evaluator {
  /** Whether a quota for a resource of this name concerns the objects. */
  concerns(name: string): boolean;
  usage(object: ApiObject): ResourceList;
  readonly matchesScope: ScopeMatch;
  /** What must be said about the object, when a quota limits these resources. */
  missing?(names: readonly string[], object: ApiObject): string | undefined;
}

const IGNORED = new Set(['/events', 'events.k8s.io/events']);
/** Resources that had a name for their count before `count/` was there. */
const ALIASES: Readonly<Record<string, string>> = {
  '/configmaps': 'configmaps',
  '/resourcequotas': 'resourcequotas',
  '/replicationcontrollers': 'replicationcontrollers',
  '/secrets': 'secrets',
};

/** How a resource is counted; undefined when it never is. */
export function evaluatorOf({ group, plural }: ResourceType): Evaluator | undefined {
  const id = `${group}/${plural}`;
  if (IGNORED.has(id)) return undefined;
  if (id === '/pods') return pods;
  if (id === '/services') return services;
  if (id === '/persistentvolumeclaims') return claims;
  const names = [
    `count/${plural}${group === '' ? '' : `.${group}`}`,
    ...(ALIASES[id] === undefined ? [] : [ALIASES[id]]),
  ];
  return {
    concerns: (name) => names.includes(name),
    usage: () => new Map(names.map((name) => [name, amount(1)])),
    matchesScope: matchesNone,
  };
}

function amount(count: number): Quantity {
  return new Quantity(BigInt(count) * 1_000_000_000n);
}

const POD_RESOURCES = new Set(
  (
    'count/pods cpu memory ephemeral-storage requests.cpu requests.memory requests.ephemeral-storage limits.cpu ' +
    'limits.memory limits.ephemeral-storage pods'
  ).split(' '),
);
/** Resources that every container must name once a quota limits them. */
const MUST_NAME = ['cpu', 'limits.cpu', 'limits.memory', 'memory', 'requests.cpu', 'requests.memory'];

const pods: Evaluator = {
  concerns: (name) => POD_RESOURCES.has(name) || /^(requests\.)?hugepages-/.test(name) || isExtendedRequest(name),
  usage: (pod) => {
    const counted: ResourceList = new Map([['count/pods', amount(1)]]);
    const { phase } = section(pod, 'status');
    if (phase === 'Failed' || phase === 'Succeeded') return counted;
    const spec = section(pod, 'spec');
    return plus(counted, computeUsage(podTotal(spec, 'requests'), podTotal(spec, 'limits')));
  },
  matchesScope: podMatches,
  missing: (names, pod) => {
    const spec = section(pod, 'spec');
    if (spec['resources'] !== undefined) return undefined;
    const containers = [...objectsIn(spec['containers']), ...objectsIn(spec['initContainers'])].map((container) => {
      const usage = computeUsage(amountsOf(container, 'requests'), amountsOf(container, 'limits'));
      return { name: String(container['name'] ?? ''), usage };
    });
    const gaps = MUST_NAME.filter((name) => names.includes(name)).flatMap((name) => {
      const silent = containers.filter(({ usage }) => !usage.has(name)).map((container) => container.name);
      return silent.length === 0 ? [] : [`${name} for: ${[...new Set(silent)].toSorted().join(',')}`];
    });
    return gaps.length === 0 ? undefined : `must specify ${gaps.join('; ')}`;
  },
};

function isExtendedRequest(name: string): boolean {
  return name.startsWith('requests.') && name.includes('/') && !/^requests\.([^/]*\.)?kubernetes\.io\//.test(name);
}

function computeUsage(requests: ResourceList, limits: ResourceList): ResourceList {
  const result = new Map<string, Quantity>([['pods', amount(1)]]);
  for (const name of ['cpu', 'memory', 'ephemeral-storage']) {
    const [request, limit] = [requests.get(name), limits.get(name)];
    if (request !== undefined) result.set(name, request).set(`requests.${name}`, request);
    if (limit !== undefined) result.set(`limits.${name}`, limit);
  }
  for (const [name, request] of requests) {
    if (name.startsWith('hugepages-')) result.set(name, request).set(`requests.${name}`, request);
    if (isExtendedRequest(`requests.${name}`)) result.set(`requests.${name}`, request);
  }
  return result;
}

const SERVICE_RESOURCES = new Set(['count/services', 'services', 'services.nodeports', 'services.loadbalancers']);

const services: Evaluator = {
  concerns: (name) => SERVICE_RESOURCES.has(name),
  usage: (service) => {
    const { ports, type, allocateLoadBalancerNodePorts } = section(service, 'spec');
    const all = objectsIn(ports);
    const isBalanced = type === 'LoadBalancer';
    const given = isBalanced && allocateLoadBalancerNodePorts === false ? all.filter(({ nodePort }) => nodePort) : all;
    return new Map([
      ['count/services', amount(1)],
      ['services', amount(1)],
      ['services.loadbalancers', amount(isBalanced ? 1 : 0)],
      ['services.nodeports', amount(isBalanced || type === 'NodePort' ? given.length : 0)],
    ]);
  },
  matchesScope: matchesNone,
};

const BY_CLASS = '.storageclass.storage.k8s.io/';

const claims: Evaluator = {
  concerns: (name) =>
    ['count/persistentvolumeclaims', 'persistentvolumeclaims', 'requests.storage'].includes(name) ||
    name.endsWith(`${BY_CLASS}persistentvolumeclaims`) ||
    name.endsWith(`${BY_CLASS}requests.storage`),
  usage: (claim) => {
    const spec = section(claim, 'spec');
    const beta = claim.metadata.annotations?.['volume.beta.kubernetes.io/storage-class'];
    const storageClass = beta ?? String(spec['storageClassName'] ?? '');
    const result = new Map([
      ['count/persistentvolumeclaims', amount(1)],
      ['persistentvolumeclaims', amount(1)],
    ]);
    const storage = storageOf(claim);
    if (storage !== undefined) result.set('requests.storage', storage);
    if (storageClass !== '') {
      result.set(`${storageClass}${BY_CLASS}persistentvolumeclaims`, amount(1));
      if (storage !== undefined) result.set(`${storageClass}${BY_CLASS}requests.storage`, storage);
    }
    return result;
  },
  matchesScope: claimMatches,
};

function storageOf(claim: ApiObject): Quantity | undefined {
  const asked = amountsOf(section(claim, 'spec'), 'requests').get('storage');
  const given = resourceList(section(claim, 'status')['allocatedResources']).get('storage');
  return asked !== undefined && given !== undefined && given.compare(asked) > 0 ? given : asked;
}

/** No amount at all. */
export const ZERO = new Quantity(0n);
