/** Compares what the code needs with what markers allow. */
import type { ts } from 'ts-morph';
import type { RbacRule } from '../model/rbac.js';
import { allows, type Granted } from './granted-rights.js';
import type { Unclear } from './find-uses.js';
import type { RequiredRight, RequiredRights } from './required-rights.js';

/** A right that the code needs and nothing allows. */
export interface MissingRight {
  readonly right: RequiredRight;
  readonly verbs: readonly string[];
  /** The call that needs the first of them. */
  readonly node: ts.Node;
}

/** Rights that a marker asks for and no call needs. */
export interface UnusedRight {
  readonly rule: RbacRule;
  readonly rights: readonly { readonly group: string; readonly resource: string; readonly verb: string }[];
  /** Whether the whole marker is unused. */
  readonly isWhole: boolean;
}

/** All differences. */
export interface Differences {
  readonly missing: readonly MissingRight[];
  readonly unused: readonly UnusedRight[];
}

/** Which of these is sent depends on the server and on what is cached, so one stands for all. */
const READS = new Set(['get', 'list', 'watch']);

/** Verbs that no request carries: they allow something to other requests. */
const POWERS = new Set(['*', 'use', 'bind', 'escalate', 'impersonate', 'approve', 'sign', 'attest']);

/**
 * The differences. `byHand` are roles that no marker makes; `exempt` markers never count as unused: those above calls that cannot
 * be understood, and those in modules that nobody has looked at.
 * While there are `unclear` calls, any marker may be theirs, so that none counts as unused.
 */
export function compareRights(
  { rights }: RequiredRights,
  unclear: readonly Unclear[],
  rules: readonly RbacRule[],
  { byHand, exempt }: { readonly byHand: readonly Granted[]; readonly exempt: ReadonlySet<RbacRule> },
): Differences {
  const granted = [...rules, ...byHand];
  const missing = rights.flatMap((right): MissingRight[] => {
    const { group, resource } = right;
    const verbs = [...right.verbs.keys()].filter(
      (verb) => !granted.some((rule) => allows(rule, group, resource, verb)),
    );
    const node = right.verbs.get(verbs[0] ?? '');
    return node === undefined ? [] : [{ right, verbs, node }];
  });
  const isGuess = unclear.length > 0 || rights.some(grantsRights);
  const unused = isGuess ? [] : rules.filter((rule) => !exempt.has(rule)).flatMap((rule) => unusedOf(rule, rights));
  return { missing, unused };
}

/** Whoever writes roles needs every right that it gives to others. */
function grantsRights({ group, resource, verbs }: RequiredRight): boolean {
  const isRole = group === 'rbac.authorization.k8s.io' && /^(?:cluster)?roles(?:$|bindings$)/.test(resource);
  return isRole && ['create', 'update', 'patch'].some((verb) => verbs.has(verb));
}

function unusedOf(rule: RbacRule, needed: readonly RequiredRight[]): UnusedRight[] {
  const { groups, resources, verbs } = rule;
  if ([...groups, ...resources].some((name) => name.includes('*')) || rule.urls.length > 0) return [];
  const all = groups.flatMap((group) =>
    resources.flatMap((resource) => verbs.map((verb) => ({ group, resource, verb }))),
  );
  const rights = all.filter(({ group, resource, verb }) => {
    const own = needed.find((right) => right.group === group && right.resource === resource);
    if (POWERS.has(verb) || verb.startsWith('impersonate')) return false;
    if (READS.has(verb) && [...READS].some((read) => own?.verbs.has(read))) return false;
    return own?.verbs.has(verb) !== true && own?.optional.has(verb) !== true;
  });
  return rights.length === 0 ? [] : [{ rule, rights, isWhole: rights.length === all.length }];
}
