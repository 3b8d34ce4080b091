/** The resources that Kubernetes itself serves, as RBAC names them. */
import { resources } from './data/resources.js';
import { once } from './once.js';

/** A resource of a built-in group. */
export interface BuiltinResource {
  readonly plural: string;
  /** Its kind and short names, which RBAC does not know. */
  readonly aliases: readonly string[];
  readonly subresources: readonly string[];
}

/** What only RBAC knows, and what older API servers have, by group. */
const OTHERS: Readonly<Record<string, string>> = {
  '': 'users groups',
  'authentication.k8s.io': 'userextras uids',
  'certificates.k8s.io': 'signers',
  'networking.k8s.io': 'clustercidrs',
  policy: 'podsecuritypolicies',
  'resource.k8s.io':
    'resourceclasses podschedulings podschedulingcontexts resourceclaimparameters resourceclassparameters',
};

const table = once(
  () => new Map(Object.entries(resources).map(([group, words]) => [group, words.split(' ').map(resourceOf)])),
);

/** The groups that Kubernetes serves. */
export function builtinGroups(): string[] {
  return [...table().keys()];
}

/** The resources of a group; `undefined` for a group that Kubernetes does not have. */
export function builtinResources(group: string): readonly BuiltinResource[] | undefined {
  return table().get(group);
}

/** Whether a name means something to RBAC though discovery does not list it. */
export function isOtherResource(group: string, plural: string): boolean {
  return OTHERS[group]?.split(' ').includes(plural) === true;
}

function resourceOf(word: string): BuiltinResource {
  const [names = '', below] = word.split('/');
  const [plural = '', aliases = ''] = names.split(':');
  return { plural, aliases: aliases.split(','), subresources: below?.split(',') ?? [] };
}
