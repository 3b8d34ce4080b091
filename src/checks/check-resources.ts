/** Names of resources in RBAC markers that no request of the API server ever has. */
import {
  type BuiltinResource,
  builtinGroups,
  builtinResources,
  isOtherResource,
} from '../core-schemas/resource-names.js';
import { nearest } from '../markers/suggest.js';
import type { RbacRule } from '../model/rbac.js';
import type { Problem } from './report.js';

/** Warnings about the resources of a rule. */
export function resourceProblems({ groups, resources }: Pick<RbacRule, 'groups' | 'resources'>): Problem[] {
  return resources.flatMap((resource) => {
    const problem = starProblem(resource) ?? unknownProblem(groups, resource);
    return problem === undefined ? [] : [{ severity: 'warning', code: 'rbac-resource-unknown', ...problem }];
  });
}

type Words = Pick<Problem, 'message' | 'fix'>;

/** RBAC has `*` for everything and a star with one subresource, as for `scale`, and nothing else with a star. */
function starProblem(resource: string): Words | undefined {
  const isStar = resource === '*' || /^\*\/[^*]+$/.test(resource);
  if (!resource.includes('*') || isStar) return undefined;
  return {
    message: `"${resource}" matches nothing: RBAC knows "*" for everything and "*/name" for one subresource of everything`,
    fix: 'name the resources and subresources',
  };
}

/** A resource may be in any of the groups; only groups that Kubernetes serves are known. */
function unknownProblem(groups: readonly string[], resource: string): Words | undefined {
  const [plural = '', ...rest] = resource.split('/');
  const tables = groups.map(builtinResources);
  if (plural === '*' || groups.length === 0 || tables.includes(undefined)) return undefined;
  if (groups.some((group) => isOtherResource(group, plural))) return undefined;
  const known = tables.flatMap((table) => table ?? []);
  const found = known.filter((candidate) => candidate.plural === plural);
  if (found.length > 0) return subresourceProblem(found, plural, rest.join('/'));
  const shown = groups.map((group) => (group === '' ? 'the core group' : `"${group}"`)).join(' or ');
  return { message: `there is no resource "${plural}" in ${shown}`, fix: remedyFor(plural, known, rest) };
}

function remedyFor(plural: string, known: readonly BuiltinResource[], rest: readonly string[]): string {
  const whole = (name: string): string => [name, ...rest].join('/');
  const own = meant(plural, known);
  if (own !== undefined) return `did you mean "${whole(own)}"?`;
  for (const group of builtinGroups()) {
    const other = builtinResources(group)?.find((candidate) => isCalled(candidate, plural));
    if (other !== undefined)
      return `did you mean groups=${group === '' ? '""' : group},resources=${whole(other.plural)}?`;
  }
  const near = nearest(
    plural,
    known.map((candidate) => candidate.plural),
  );
  return near === undefined ? 'use the plural name that kubectl api-resources shows' : `did you mean "${whole(near)}"?`;
}

/** RBAC knows plural names alone, in lower case. */
function meant(name: string, known: readonly BuiltinResource[]): string | undefined {
  return known.find((candidate) => isCalled(candidate, name))?.plural;
}

function isCalled({ plural, aliases }: BuiltinResource, name: string): boolean {
  const lower = name.toLowerCase();
  return plural === lower || aliases.some((alias) => alias.toLowerCase() === lower);
}

/** Some subresources are known to RBAC alone, such as `finalizers` and `nodes/metrics`: only slips are reported. */
function subresourceProblem(found: readonly BuiltinResource[], plural: string, name: string): Words | undefined {
  const known = [...found.flatMap(({ subresources }) => subresources), 'finalizers'];
  if (name === '' || known.includes(name) || SUBRESOURCES.has(`${plural}/${name}`)) return undefined;
  const near = nearest(name, known, 2);
  if (near === undefined) return undefined;
  return { message: `"${plural}" has no subresource "${name}"`, fix: `did you mean "${plural}/${near}"?` };
}

/** What the kubelet and admission ask about. */
const SUBRESOURCES: ReadonlySet<string> = new Set(
  'nodes/metrics nodes/stats nodes/log nodes/spec nodes/configz nodes/healthz nodes/pods nodes/checkpoint'.split(' '),
);
