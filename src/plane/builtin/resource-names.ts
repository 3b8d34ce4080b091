/** Names and amounts of compute resources. */
import { qualifiedNameProblems } from '../../kubernetes/value/names.js';
import { parseQuantity, type Quantity } from '../../kubernetes/value/quantity.js';
import type { Field } from '../../kubernetes/field.js';

const CONTAINER = new Set(['cpu', 'memory', 'ephemeral-storage']);
const COUNTED = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];
const AMOUNTS = ['cpu', 'memory', 'ephemeral-storage'];
const QUOTA = new Set([
  ...AMOUNTS,
  ...AMOUNTS.map((name) => `requests.${name}`),
  ...AMOUNTS.map((name) => `limits.${name}`),
  'requests.storage',
  ...COUNTED,
]);
const STANDARD = new Set([...QUOTA, 'storage']);

const isQuotaHugePages = (name: string): boolean => /^(requests\.)?hugepages-/.test(name);

/** Hugepages of one size. */
export const isHugePages = (name: string): boolean => name.startsWith('hugepages-');

/** Resources of Kubernetes itself. */
const isNative = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');

/** Resources that may be promised more than once. */
export const canOvercommit = (name: string): boolean => isNative(name) && !isHugePages(name);

/** Resources that somebody else defined. */
export function isExtended(name: string): boolean {
  if (isNative(name) || name.startsWith('requests.')) return false;
  return qualifiedNameProblems(`requests.${name}`).length === 0;
}

/** Resources that are counted, not measured. */
export const isCounted = (name: string): boolean => COUNTED.includes(name) || isExtended(name);

/** A qualified name, or one of the standard ones. */
export function resourceName(field: Field, name: string): boolean {
  const problems = qualifiedNameProblems(name);
  for (const why of problems) field.invalid(why, name);
  if (problems.length > 0) return false;
  if (name.includes('/') || STANDARD.has(name) || isQuotaHugePages(name)) return true;
  field.invalid('must be a standard resource type or fully qualified', name);
  return false;
}

/** A resource that a container can ask for. */
export function containerResourceName(field: Field, name: string): void {
  resourceName(field, name);
  if (!name.includes('/')) {
    if (!CONTAINER.has(name) && !isHugePages(name)) field.invalid('must be a standard resource for containers', name);
  } else if (!isNative(name) && !isExtended(name)) {
    field.invalid("doesn't follow extended resource name standard", name);
  }
}

/** A resource that a quota can limit. */
export function quotaResourceName(field: Field, name: string): void {
  resourceName(field, name);
  if (!name.includes('/') && !QUOTA.has(name) && !isQuotaHugePages(name)) {
    field.invalid('must be a standard resource for quota', name);
  }
}

/** The amount in a field; undefined when there is none. */
export function quantityOf(field: Field): Quantity | undefined {
  const { value } = field;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return parseQuantity(String(value));
}

/** Less, equal or more than another amount. */
export function compareAmounts(left: Field, right: Field): number {
  const [first, second] = [quantityOf(left), quantityOf(right)];
  return first === undefined || second === undefined ? 0 : first.compare(second);
}

/** -1, 0 or 1. */
export function amountSign(field: Field): number {
  const amount = quantityOf(field);
  const zero = parseQuantity('0');
  return amount === undefined || zero === undefined ? 0 : amount.compare(zero);
}

/** An amount of a named resource: not negative, and whole where things are counted. */
export function resourceAmount(field: Field, name: string): void {
  if (amountSign(field) < 0) field.invalid('must be greater than or equal to 0', String(field.value));
  if (isCounted(name) && quantityOf(field)?.isInteger === false) field.invalid('must be an integer', field.value);
}
