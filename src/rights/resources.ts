/** From the kinds that types name to the resources that RBAC names. */
import type { ts } from 'ts-morph';
import { builtinResources } from '../core-schemas/resource-names.js';
import { parseApiVersion } from '../kubernetes/version/api-version.js';
import { optionOf, ownCallee } from './calls.js';
import type { KindName } from './kinds-of-type.js';
import type { OpenProject } from './open-project.js';

/** Finds the group and the plural of kinds. */
export type ResourceOf = (kind: KindName) => { readonly group: string; readonly resource: string } | undefined;

/** The resources of all kinds that the operator's modules define, and of those that Kubernetes has. */
export function resourcesOf(project: OpenProject): ResourceOf {
  const defined = definedKinds(project);
  return ({ apiVersion, kind }) => {
    const { group } = parseApiVersion(apiVersion);
    const builtin = builtinResources(group)?.find(({ aliases }) => aliases.includes(kind));
    const plural = defined.get(`${kind}.${group}`) ?? builtin?.plural;
    return plural === undefined ? undefined : { group, resource: plural };
  };
}

/** `defineKind({ group, kind, plural … })`: kind and group → plural. */
function definedKinds(project: OpenProject): ReadonlyMap<string, string> {
  const { ts } = project;
  const found = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ownCallee(project, node) === 'defineKind') {
      const [group, kind, plural] = ['group', 'kind', 'plural'].map((name) => optionOf(project, node, name));
      const isWritten = [group, kind, plural].every((text) => text !== undefined && text !== 'computed');
      if (isWritten) found.set(`${kind}.${group}`, plural ?? '');
    }
    ts.forEachChild(node, visit);
  };
  for (const module of project.modules) visit(module);
  return found;
}
