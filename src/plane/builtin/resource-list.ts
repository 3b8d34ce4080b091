/** Amounts of resources by name, and what a pod asks for in all. */
import { parseQuantity, type Quantity } from '../../kubernetes/value/quantity.js';
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';

/** Amounts by name of the resource. */
export type ResourceList = ReadonlyMap<string, Quantity>;

/** Reads `requests`, `limits` or `hard`. */
export function resourceList(value: JsonValue | undefined): ResourceList {
  const entries = Object.entries(isObject(value) ? value : {}).flatMap(([name, amount]) => {
    const quantity = parseQuantity(String(amount));
    return quantity === undefined ? [] : [[name, quantity] as const];
  });
  return new Map(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** The amounts as an object stores them. */
export function storedList(list: ResourceList): JsonObject {
  return Object.fromEntries([...list].map(([name, amount]) => [name, amount.toString()]));
}

/** Everything of both, added up. */
export function plus(left: ResourceList, right: ResourceList): ResourceList {
  const sum = new Map(left);
  for (const [name, amount] of right) sum.set(name, sum.get(name)?.plus(amount) ?? amount);
  return sum;
}

/** Everything of `left` or `right`, with what `right` has taken away. */
export function minus(left: ResourceList, right: ResourceList): ResourceList {
  const rest = new Map(left);
  for (const [name, amount] of right) rest.set(name, (rest.get(name) ?? amount.minus(amount)).minus(amount));
  return rest;
}

/** The greater amount of each resource. */
export function greatest(left: ResourceList, right: ResourceList): ResourceList {
  const result = new Map(left);
  for (const [name, amount] of right) {
    const other = result.get(name);
    if (other === undefined || amount.compare(other) > 0) result.set(name, amount);
  }
  return result;
}

/** The objects of a list. */
export function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** `requests` or `limits` of a container. */
export function amountsOf(container: JsonObject, field: 'requests' | 'limits'): ResourceList {
  const { resources } = container;
  return resourceList(isObject(resources) ? resources[field] : undefined);
}

const POD_LEVEL = new Set(['cpu', 'memory']);

/** What a pod needs in all: init containers run one after another, those that are restarted stay. */
export function podTotal(spec: JsonObject, field: 'requests' | 'limits'): ResourceList {
  let total = objectsIn(spec['containers'])
    .map((container) => amountsOf(container, field))
    .reduce<ResourceList>(plus, new Map());
  let staying: ResourceList = new Map();
  let first: ResourceList = new Map();
  for (const container of objectsIn(spec['initContainers'])) {
    const own = amountsOf(container, field);
    if (container['restartPolicy'] === 'Always') {
      total = plus(total, own);
      staying = plus(staying, own);
      first = greatest(first, staying);
    } else first = greatest(first, plus(own, staying));
  }
  total = greatest(total, first);
  const given = amountsOf(spec, field);
  return new Map([...total, ...[...given].filter(([name]) => POD_LEVEL.has(name) || name.startsWith('hugepages-'))]);
}
