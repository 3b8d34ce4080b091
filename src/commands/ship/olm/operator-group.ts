/** The namespace of an operator, and its group: what OLM wants to find before it installs anything there. */
import { UserError } from '../../../errors.js';
import { Namespace } from '../../../k8s/core/v1/index.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import type { CatalogBundle } from '../../../ship/catalog/catalog.js';
import { catalogLabel } from '../../../ship/catalog/served-catalog.js';
import { mapsAt } from '../../../ship/operator.js';
import type { Cluster } from '../../cluster/cluster.js';
import { OperatorGroupKind } from './olm-kinds.js';

/** A namespace that is missing is made; its label says for whom. */
export async function ensureNamespace({ client }: Cluster, name: string, pack: string): Promise<void> {
  if (await client.find(Namespace, { name })) return;
  const labels = { [catalogLabel]: pack, 'pod-security.kubernetes.io/enforce': 'restricted' };
  await client.create(new Namespace({ metadata: { name, labels } }));
}

/** A namespace with operators has exactly one group; ours carries a label, so that it can be removed again. */
export async function ensureGroup(
  { client }: Cluster,
  bundle: CatalogBundle,
  namespace: string,
  mode: string | undefined,
): Promise<void> {
  const targets = targetNamespaces(bundle, namespace, mode);
  const { items } = await client.list(OperatorGroupKind, { namespace });
  if (items.length > 1)
    throw new UserError(
      'olm-failed',
      `namespace ${namespace} has ${items.length} OperatorGroups; OLM installs nothing there`,
      { fix: 'keep one of them, or choose another namespace with --namespace' },
    );
  const [group] = items;
  if (group !== undefined) {
    if (mode !== undefined) checkTargets(group.metadata.name ?? '', group.spec?.targetNamespaces, targets, mode);
    return;
  }
  await client.create({
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: bundle.package, namespace, labels: { [catalogLabel]: bundle.package } },
    spec: { ...(targets !== undefined && { targetNamespaces: targets }), upgradeStrategy: 'Default' },
  } as KubeObject);
}

/** Operators of other users may live in the namespace: its group is not changed. */
function checkTargets(
  name: string,
  found: readonly string[] | undefined,
  wanted: readonly string[] | undefined,
  mode: string,
): void {
  const sorted = (list: readonly string[] | undefined): string => [...(list ?? [])].sort().join(', ');
  if (sorted(found) === sorted(wanted)) return;
  throw new UserError(
    'flag-invalid',
    `OperatorGroup ${name} of the namespace selects ${sorted(found) || 'all namespaces'}, and --install-mode ${mode} ${sorted(wanted) || 'all namespaces'}`,
    { fix: 'leave --install-mode out to use the group, or choose another namespace with --namespace' },
  );
}

/** None means all. */
export function targetNamespaces(
  bundle: Pick<CatalogBundle, 'csv'>,
  namespace: string,
  given: string | undefined,
): string[] | undefined {
  const supported = mapsAt(bundle.csv, 'spec', 'installModes').flatMap((one) =>
    one['supported'] === true ? [String(one['type'])] : [],
  );
  const [type = '', names = ''] = (given ?? defaultMode(supported, namespace)).split('=');
  const listed = names.split(',').filter((one) => one !== '');
  if (!supported.includes(type))
    throw new UserError('flag-invalid', `the bundle does not support the install mode "${type}"`, {
      fix: `use one of ${supported.join(', ')}`,
    });
  if (type === 'AllNamespaces') return undefined;
  if (type === 'OwnNamespace') return [namespace];
  if (listed.length === 0 || (type === 'SingleNamespace' && listed.length > 1))
    throw new UserError('flag-invalid', `--install-mode ${type} names ${listed.length} namespaces`, {
      fix: `write ${type}=${type === 'SingleNamespace' ? 'a' : 'a,b'}`,
    });
  return listed;
}

/** What needs no namespaces to be named comes first; the others watch the operator's own. */
function defaultMode(supported: readonly string[], namespace: string): string {
  const simple = ['AllNamespaces', 'OwnNamespace'].find((one) => supported.includes(one));
  return simple ?? `${supported[0] ?? ''}=${namespace}`;
}
