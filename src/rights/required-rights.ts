/** What the code of an operator needs, by resource, with the call that needs it first. */
import type { ts } from 'ts-morph';
import { findUses, type Unclear, type Use } from './find-uses.js';
import type { OpenProject } from './open-project.js';
import { type ResourceOf, resourcesOf } from './resources.js';

/** Verbs on one resource. */
export interface RequiredRight {
  readonly group: string;
  /** With its subresource, as `deployments/scale`. */
  readonly resource: string;
  /** Each verb, with the first call that needs it. */
  readonly verbs: ReadonlyMap<string, ts.Node>;
  /** Verbs that may be needed, as what happens decides. */
  readonly optional: ReadonlySet<string>;
}

/** All that is needed, and what cannot be known. */
export interface RequiredRights {
  readonly rights: readonly RequiredRight[];
  readonly unclear: readonly Unclear[];
}

interface Collected extends RequiredRight {
  readonly verbs: Map<string, ts.Node>;
  readonly optional: Set<string>;
}

/** Verbs in the order in which people write them. */
const ORDER = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** Looks at all calls of an operator. */
export function requiredRights(project: OpenProject): RequiredRights {
  const { uses, unclear } = findUses(project);
  const resourceOf = resourcesOf(project);
  const rights = new Map<string, Collected>();
  const unnamed: Unclear[] = [];
  for (const use of uses) {
    const found = resourceOfUse(use, resourceOf);
    if (found === undefined) {
      const kind = 'kind' in use.target ? use.target.kind : '';
      unnamed.push({ node: use.node, reason: `is about ${kind}, whose plural no defineKind names` });
      continue;
    }
    const key = `${found.group}\0${found.resource}`;
    const right = rights.get(key) ?? { ...found, verbs: new Map<string, ts.Node>(), optional: new Set<string>() };
    rights.set(key, right);
    for (const verb of use.verbs) {
      if (use.isOptional) right.optional.add(verb);
      else if (!right.verbs.has(verb)) right.verbs.set(verb, use.node);
    }
  }
  return { rights: [...rights.values()], unclear: [...unclear, ...unnamed] };
}

/** Verbs as a marker lists them. */
export function sortVerbs(verbs: Iterable<string>): string[] {
  const place = (verb: string): number => (ORDER.includes(verb) ? ORDER.indexOf(verb) : ORDER.length);
  return [...new Set(verbs)].sort((left, right) => place(left) - place(right) || (left < right ? -1 : 1));
}

function resourceOfUse(
  { target, subresource }: Use,
  resourceOf: ResourceOf,
): { group: string; resource: string } | undefined {
  const found = 'kind' in target ? resourceOf(target) : target;
  if (found === undefined) return undefined;
  const { group, resource } = found;
  return { group, resource: subresource === undefined ? resource : `${resource}/${subresource}` };
}
