/** LimitRanger: LimitRanges give containers their default resources, and bound what containers, pods and claims ask for. */
import type { Quantity } from '../../kubernetes/value/quantity.js';
import { section, type ApiObject } from '../storage/api-object.js';
import type { AdmissionAttempt, Backend } from '../backend.js';
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { refused, type AdmissionPlugin } from './plugin.js';
import {
  amountsOf,
  objectsIn,
  podTotal,
  resourceList,
  storedList,
  type ResourceList,
} from '../builtin/resource-list.js';

const LIMIT_RANGES = '/limitranges';
const ANNOTATION = 'kubernetes.io/limit-ranger';

/** Whether LimitRanges say something about a write: of new pods, and of claims. */
export function isLimited({ type, operation, subresource, oldObject, namespace }: AdmissionAttempt, backend: Backend) {
  if (type.group !== '' || subresource !== '' || oldObject?.metadata.deletionTimestamp !== undefined) return false;
  const isConcerned =
    type.plural === 'persistentvolumeclaims'
      ? operation !== 'DELETE'
      : type.plural === 'pods' && operation === 'CREATE';
  return isConcerned && rangesIn(backend, namespace).length > 0;
}

/** The plugin. */
export const limitRanger: AdmissionPlugin = {
  admit: ({ type, object, namespace }, { backend }) => {
    if (object === undefined || type.plural !== 'pods') return object;
    return rangesIn(backend, namespace).reduce(withDefaults, object);
  },
  validate: (attempt, { backend }) => {
    const { object, namespace } = attempt;
    if (object === undefined) return;
    for (const range of rangesIn(backend, namespace)) {
      const problems = [...new Set(limitsOf(range).flatMap((limit) => problemsOf(object, limit)))];
      if (problems.length === 0) continue;
      throw refused(attempt, problems.length === 1 ? (problems[0] ?? '') : `[${problems.join(', ')}]`);
    }
  },
};

function rangesIn({ store }: Backend, namespace: string | undefined): ApiObject[] {
  const ranges = store.collection(LIMIT_RANGES);
  if (ranges.size === 0) return [];
  return ranges.snapshot().objects.filter(({ metadata }) => metadata.namespace === namespace);
}

function limitsOf(range: ApiObject): JsonObject[] {
  return objectsIn(section(range, 'spec')['limits']);
}

function withDefaults(pod: ApiObject, range: ApiObject): ApiObject {
  const own = limitsOf(range).filter((limit) => limit['type'] === 'Container');
  const merged = (field: string): JsonObject =>
    Object.assign({}, ...own.map((limit) => (isObject(limit[field]) ? limit[field] : {}))) as JsonObject;
  const defaults = { requests: merged('defaultRequest'), limits: merged('default') };
  const notes: string[] = [];
  const spec = section(pod, 'spec');
  const filled = (list: JsonValue | undefined, kind: string): JsonValue | undefined =>
    Array.isArray(list)
      ? list.map((item) => (isObject(item) ? withResources(item, defaults, kind, notes) : item))
      : list;
  const containers = filled(spec['containers'], 'container');
  const initContainers = filled(spec['initContainers'], 'init container');
  if (notes.length === 0) return pod;
  const annotations = { ...pod.metadata.annotations, [ANNOTATION]: `LimitRanger plugin set: ${notes.join('; ')}` };
  return {
    ...pod,
    metadata: { ...pod.metadata, annotations },
    spec: { ...spec, containers, ...(initContainers === undefined ? {} : { initContainers }) },
  };
}

function withResources(
  container: JsonObject,
  defaults: Readonly<Record<'requests' | 'limits', JsonObject>>,
  kind: string,
  notes: string[],
): JsonObject {
  const resources = isObject(container['resources']) ? { ...container['resources'] } : {};
  for (const [field, word] of [['requests', 'request'] as const, ['limits', 'limit'] as const]) {
    const given = isObject(resources[field]) ? resources[field] : {};
    const added = Object.keys(defaults[field])
      .filter((name) => given[name] === undefined)
      .toSorted();
    if (added.length === 0) continue;
    resources[field] = { ...storedList(resourceList(defaults[field])), ...given };
    notes.push(`${added.join(', ')} ${word} for ${kind} ${String(container['name'] ?? '')}`);
  }
  return { ...container, resources };
}

interface Amounts {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

function problemsOf(object: ApiObject, limit: JsonObject): string[] {
  const spec = section(object, 'spec');
  const isClaim = object.kind === 'PersistentVolumeClaim';
  if (isClaim) {
    if (limit['type'] !== 'PersistentVolumeClaim') return [];
    const amounts = { requests: amountsOf(spec, 'requests'), limits: new Map() };
    return [...each(limit, 'min', amounts, minimum), ...each(limit, 'max', amounts, maximumRequest)];
  }
  const bounded: Amounts[] = [];
  if (limit['type'] === 'Container') {
    for (const container of [...objectsIn(spec['containers']), ...objectsIn(spec['initContainers'])]) {
      bounded.push({ requests: amountsOf(container, 'requests'), limits: amountsOf(container, 'limits') });
    }
  }
  if (limit['type'] === 'Pod') {
    bounded.push({ requests: podTotal(spec, 'requests'), limits: podTotal(spec, 'limits') });
  }
  return bounded.flatMap((amounts) => [
    ...each(limit, 'min', amounts, minimum),
    ...each(limit, 'max', amounts, maximum),
    ...each(limit, 'maxLimitRequestRatio', amounts, ratio),
  ]);
}

interface Bound {
  /** `minimum cpu usage per Container is 1`. */
  readonly subject: (what: string) => string;
  readonly bound: Quantity;
  readonly request: Quantity | undefined;
  readonly limit: Quantity | undefined;
  readonly name: string;
  readonly type: string;
}

type Check = (bound: Bound) => string | undefined;

function each(limit: JsonObject, field: string, { requests, limits }: Amounts, check: Check): string[] {
  const type = String(limit['type']);
  return [...resourceList(limit[field])].flatMap(([name, bound]) => {
    const subject = (what: string): string => `${what} ${name} usage per ${type} is ${bound.toString()}`;
    return check({ subject, bound, request: requests.get(name), limit: limits.get(name), name, type }) ?? [];
  });
}

const minimum: Check = ({ subject, bound, request, limit }) => {
  const words = subject('minimum');
  if (request === undefined) return `${words}.  No request is specified`;
  if (request.compare(bound) < 0) return `${words}, but request is ${request.toString()}`;
  return limit !== undefined && limit.compare(bound) < 0 ? `${words}, but limit is ${limit.toString()}` : undefined;
};

const maximumRequest: Check = ({ subject, bound, request }) => {
  const words = subject('maximum');
  if (request === undefined) return `${words}.  No request is specified`;
  return request.compare(bound) > 0 ? `${words}, but request is ${request.toString()}` : undefined;
};

const maximum: Check = ({ subject, bound, request, limit }) => {
  const words = subject('maximum');
  if (limit === undefined) return `${words}.  No limit is specified`;
  if (limit.compare(bound) > 0) return `${words}, but limit is ${limit.toString()}`;
  return request !== undefined && request.compare(bound) > 0
    ? `${words}, but request is ${request.toString()}`
    : undefined;
};

const ratio: Check = ({ bound, request, limit, name, type }) => {
  const words = `${name} max limit to request ratio per ${type} is ${bound.toString()}, but`;
  const [asked, most] = [request?.asNumber() ?? 0, limit?.asNumber() ?? 0];
  if (asked === 0) return `${words} no request is specified or request is 0`;
  if (most === 0) return `${words} no limit is specified or limit is 0`;
  return most / asked > bound.asNumber() ? `${words} provided ratio is ${(most / asked).toFixed(6)}` : undefined;
};
