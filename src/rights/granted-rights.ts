/** What markers and roles by hand allow. */
import path from 'node:path';
import type { RbacRule } from '../model/rbac.js';
import type { FileView } from '../reader/sources/files.js';
import { parseAllDocuments } from '../yaml.js';

/** The part of a rule that decides about requests for resources. */
export type Granted = Pick<RbacRule, 'groups' | 'resources' | 'verbs'>;

/** Whether a rule allows a verb on a resource. Rules for single names or namespaces do: nobody knows which are asked for. */
export function allows(rule: Granted, group: string, resource: string, verb: string): boolean {
  const [, subresource] = resource.split('/');
  return (
    has(rule.groups, group) &&
    (has(rule.resources, resource) || (subresource !== undefined && rule.resources.includes(`*/${subresource}`))) &&
    has(rule.verbs, verb)
  );
}

function has(list: readonly string[], item: string): boolean {
  return list.includes(item) || list.includes('*');
}

interface RoleObject {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string };
  readonly roleRef?: { readonly kind?: string; readonly name?: string };
  readonly rules?: readonly {
    readonly apiGroups?: readonly string[];
    readonly resources?: readonly string[];
    readonly verbs?: readonly string[];
  }[];
}

/** The rules of all roles that a kustomization lists and a binding gives to an account, but for the generated one. */
export function boundByHand(files: FileView, folder: string, generated: string): Granted[] {
  const [kustomization]: { readonly resources?: unknown }[] = readYaml(files, path.join(folder, 'kustomization.yaml'));
  const listed = kustomization?.resources;
  const names = Array.isArray(listed) ? listed.map(String).filter((name) => name !== generated) : [];
  const objects = names.flatMap((name) => readYaml(files, path.join(folder, name)) as RoleObject[]);
  const bound = new Set(objects.flatMap(({ roleRef }) => (roleRef ? `${roleRef.kind} ${roleRef.name}` : [])));
  return objects
    .filter(({ kind, metadata }) => bound.has(`${kind} ${metadata?.name}`))
    .flatMap(({ rules = [] }) => rules)
    .map(({ apiGroups = [], resources = [], verbs = [] }) => ({ groups: apiGroups, resources, verbs }));
}

/** Files that do not parse are reported by those who apply them. */
function readYaml(files: FileView, file: string): object[] {
  const documents = parseAllDocuments(files.read(file) ?? '');
  if (documents.some(({ errors }) => errors.length > 0)) return [];
  return documents
    .map((document) => document.toJS() as unknown)
    .filter((value) => typeof value === 'object' && value !== null);
}
