/** The API groups that Kubernetes itself serves, as `--group` names them. */

const domainOfGroup: ReadonlyMap<string, string> = new Map([
  ...['apps', 'autoscaling', 'batch', 'core', 'extensions', 'policy'].map((group) => [group, ''] as const),
  ...[
    'admission',
    'admissionregistration',
    'apiextensions',
    'apiregistration',
    'auditregistration',
    'authentication',
    'certificates',
    'coordination',
    'discovery',
    'events',
    'flowcontrol.apiserver',
    'imagepolicy',
    'internal.apiserver',
    'lifecycle',
    'metrics',
    'networking',
    'node',
    'rbac.authorization',
    'resource',
    'scheduling',
    'setting',
    'storage',
    'storagemigration',
  ].map((group) => [group, 'k8s.io'] as const),
  ['authorization', 'k8s.io'],
]);

/** The domain of a built-in group; `undefined` for any other group. */
export function coreDomain(group: string): string | undefined {
  return domainOfGroup.get(group);
}

/** Names for `--group` with `--core`. */
export function coreGroups(): string[] {
  return [...domainOfGroup.keys()].sort();
}

/** The module of `kbts/k8s` that contains a built-in group version, such as `kbts/k8s/apps/v1`. */
export function coreModule(group: string, version: string): string {
  return `kbts/k8s/${folderOfGroup.get(group) ?? group}/${version}`;
}

/** Groups whose folder is not called like the group. */
const folderOfGroup: ReadonlyMap<string, string> = new Map([
  ['rbac.authorization', 'rbac'],
  ['flowcontrol.apiserver', 'flowcontrol'],
  ['internal.apiserver', 'apiserverinternal'],
]);
