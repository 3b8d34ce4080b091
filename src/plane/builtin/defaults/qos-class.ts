/** The quality of service of a pod: who has to go first when a node runs out. */
import type { JsonObject } from '../../../kubernetes/json/json-value.js';
import { amountsOf, objectsIn, plus, type ResourceList } from '../resource-list.js';

const COUNTED = ['cpu', 'memory'];

/** `Guaranteed`, `Burstable` or `BestEffort`. */
export function qosClass(spec: JsonObject): string {
  const holders =
    spec['resources'] === undefined ? [...objectsIn(spec['containers']), ...objectsIn(spec['initContainers'])] : [spec];
  const requests = holders.map((holder) => counted(amountsOf(holder, 'requests')));
  const limits = holders.map((holder) => counted(amountsOf(holder, 'limits')));
  const [asked, most] = [sum(requests), sum(limits)];
  if (asked.size === 0 && most.size === 0) return 'BestEffort';
  const isLimited = limits.every((list) => COUNTED.every((name) => list.has(name)));
  const isEqual = [...asked].every(([name, amount]) => most.get(name)?.compare(amount) === 0);
  return isLimited && isEqual && asked.size === most.size ? 'Guaranteed' : 'Burstable';
}

/** Only these resources count, and only more than none of them. */
function counted(list: ResourceList): ResourceList {
  return new Map([...list].filter(([name, amount]) => COUNTED.includes(name) && amount.asNumber() > 0));
}

function sum(lists: readonly ResourceList[]): ResourceList {
  return lists.reduce<ResourceList>(plus, new Map());
}
