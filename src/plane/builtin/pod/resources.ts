/** Requests and limits of containers and pods. */
import { isDnsLabel } from '../../../kubernetes/value/names.js';
import { parseQuantity } from '../../../kubernetes/value/quantity.js';
import type { Field } from '../../../kubernetes/field.js';
import {
  canOvercommit,
  compareAmounts,
  containerResourceName,
  isHugePages,
  quantityOf,
  resourceAmount,
  resourceName,
} from '../resource-names.js';

type NameRule = (field: Field, name: string) => void;

const POD_LEVEL = ['cpu', 'hugepages-', 'memory'];

/** `resources` of a container. */
export function containerResources(field: Field, claims: ReadonlySet<string>): void {
  requirements(field, containerResourceName, claims);
}

/** `resources` of a whole pod: cpu, memory and hugepages, at least what its containers ask for. */
export function podResources(spec: Field, claims: ReadonlySet<string>): void {
  const field = spec.at('resources');
  if (!field.isSet) return;
  if (spec.at('os').at('name').text === 'windows') {
    field.forbidden('may not be set for a windows pod');
    return;
  }
  if (field.at('claims').isSet) field.at('claims').forbidden('claims may not be set for Resources at pod-level');
  requirements(field, podResourceName, claims);
  containersFit(spec, field);
}

function podResourceName(field: Field, name: string): void {
  if (!resourceName(field, name)) return;
  if (!['cpu', 'memory'].includes(name) && !isHugePages(name)) field.unsupported(POD_LEVEL, name);
}

function containersFit(spec: Field, resources: Field): void {
  for (const name of resources.at('requests').keys) {
    const sum = totalRequest(spec, name);
    const given = quantityOf(resources.at('requests').key(name));
    if (sum === undefined || given === undefined || sum.compare(given) <= 0) continue;
    const why = `must be greater than or equal to aggregate container requests of ${sum.toString()}`;
    resources.at('requests').key(name).invalid(why, given.toString());
  }
  spec.at('containers').items.forEach((container, index) => {
    const limits = container.at('resources').at('limits');
    for (const name of limits.keys) {
      const given = resources.at('limits').key(name);
      if (!given.isSet || compareAmounts(limits.key(name), given) <= 0) continue;
      limits
        .key(name)
        .named(`${resources.path}.containers[${index}][${name}].limits`)
        .invalid(`must be less than or equal to pod limits of ${String(given.value)}`);
    }
  });
}

/** What all containers ask for together; the largest init container counts when it asks for more. */
function totalRequest(spec: Field, name: string): ReturnType<typeof parseQuantity> {
  const amounts = (list: string): ReturnType<typeof parseQuantity>[] =>
    spec.at(list).items.map((container) => quantityOf(container.at('resources').at('requests').key(name)));
  let sum = parseQuantity('0');
  for (const amount of amounts('containers')) if (amount !== undefined) sum = sum?.plus(amount);
  let sidecars = parseQuantity('0');
  let largest = parseQuantity('0');
  spec.at('initContainers').items.forEach((container, index) => {
    const amount = amounts('initContainers')[index] ?? parseQuantity('0');
    if (amount === undefined || sidecars === undefined) return;
    const needed = sidecars.plus(amount);
    if (container.at('restartPolicy').text === 'Always') sidecars = needed;
    if (largest === undefined || needed.compare(largest) > 0) largest = needed;
  });
  if (sidecars !== undefined) sum = sum?.plus(sidecars);
  return sum !== undefined && largest !== undefined && largest.compare(sum) > 0 ? largest : sum;
}

function requirements(field: Field, nameRule: NameRule, claims: ReadonlySet<string>): void {
  const limits = field.at('limits');
  const requests = field.at('requests');
  for (const map of [limits, requests]) {
    for (const name of map.keys) {
      nameRule(map.key(name), name);
      resourceAmount(map.key(name), name);
      if (isHugePages(name)) wholePages(map.key(name), name);
      if (map === requests) belowLimit(limits, requests, name);
    }
  }
  const names = [...limits.keys, ...requests.keys];
  if (names.some(isHugePages) && !names.includes('cpu') && !names.includes('memory')) {
    field.forbidden('HugePages require cpu or memory');
  }
  claimNames(field.at('claims'), claims);
}

function wholePages(field: Field, name: string): void {
  const size = parseQuantity(name.slice('hugepages-'.length));
  const amount = quantityOf(field);
  if (size === undefined || amount === undefined || !size.isInteger || !amount.isInteger) return;
  if (size.asInteger() > 0n && amount.asInteger() > 0n && amount.asInteger() % size.asInteger() === 0n) return;
  if (amount.asInteger() === 0n) return;
  field.invalid(`${amount.toString()} is not positive integer multiple of ${name}`, amount.toString());
}

function belowLimit(limits: Field, requests: Field, name: string): void {
  const limit = limits.key(name);
  const request = requests.key(name);
  if (!limit.isSet) {
    if (!canOvercommit(name)) limits.required('Limit must be set for non overcommitable resources');
    return;
  }
  const order = compareAmounts(request, limit);
  const shown = String(quantityOf(request)?.toString());
  const most = String(quantityOf(limit)?.toString());
  if (order !== 0 && !canOvercommit(name)) requests.invalid(`must be equal to ${name} limit of ${most}`, shown);
  else if (order > 0) requests.invalid(`must be less than or equal to ${name} limit of ${most}`, shown);
}

function claimNames(field: Field, known: ReadonlySet<string>): void {
  const seen = new Set<string>();
  for (const item of field.items) {
    const name = item.at('name').text;
    const request = item.at('request').text;
    if (name === '') {
      item.required();
      continue;
    }
    const key = request === '' ? name : `${name}/${request}`;
    if (request !== '') item.at('request').matches(isDnsLabel);
    if (seen.has(name)) item.duplicate(name);
    else if (seen.has(key)) item.duplicate(key);
    else if (request === '' && [...seen].some((other) => other.startsWith(`${name}/`))) item.duplicate(name);
    seen.add(key);
    if (!known.has(name)) item.notFound(name);
  }
}
