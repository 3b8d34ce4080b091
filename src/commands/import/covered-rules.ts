/** Whether rules of roles grant all that another one grants, without listing every single right: lists multiply. */
import type { RoleRule } from './kubebuilder-project.js';

/** A set of values for each part of a rule; the rule grants every combination of them. */
type Rights = readonly ReadonlySet<string>[];

/** More parts than this are not compared: such a rule counts as not covered, which only costs a marker more. */
const mostParts = 1000;

/** Whether the rules together grant every right of this one. */
export function isCovered(rule: RoleRule, by: readonly RoleRule[]): boolean {
  let left: Rights[] = [rightsOf(rule)];
  for (const other of by.map(rightsOf)) {
    left = left.flatMap((part) => without(part, other));
    if (left.length === 0) return true;
    if (left.length > mostParts) return false;
  }
  return left.every(isEmpty);
}

/** The role, and the five lists of a rule; an empty list means that the part does not matter. */
function rightsOf({ role, namespace, groups, resources, resourceNames, urls, verbs }: RoleRule): Rights {
  const owner = `${role === '' ? 'manager-role' : role} ${namespace}`;
  const each = (values: readonly string[]): ReadonlySet<string> => new Set(values.length === 0 ? ['\0'] : values);
  return [new Set([owner]), new Set(verbs), each(groups), each(resources), each(resourceNames), each(urls)];
}

/** What is left of `part`, in at most as many pieces as rules have lists. */
function without(part: Rights, other: Rights): Rights[] {
  const common = part.map((values, index) => shared(values, other[index]));
  if (common.some(({ size }) => size === 0)) return [part];
  return part.flatMap((values, index): Rights[] => {
    const rest = new Set([...values].filter((value) => !other[index]?.has(value)));
    if (rest.size === 0) return [];
    return [part.map((own, at) => (at === index ? rest : at < index ? (common[at] ?? own) : own))];
  });
}

function shared(left: ReadonlySet<string>, right: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  return new Set([...left].filter((value) => right.has(value)));
}

/** A rule without verbs grants nothing. */
function isEmpty(rights: Rights): boolean {
  return rights.some(({ size }) => size === 0);
}
