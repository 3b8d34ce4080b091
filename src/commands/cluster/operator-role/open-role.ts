/** `kbts run` with the rights of config/rbac: roles of its own in the cluster, for as long as it runs. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { SelfSubjectAccessReview } from '../../../k8s/authorization/v1/index.js';
import { is } from '../../../runtime/client/requests/api-error.js';
import type { Client } from '../../../runtime/client/client.js';
import { createTransport } from '../../../runtime/client/connection/http-transport.js';
import { createClient } from '../../../runtime/client/kube-client.js';
import { type Bound, readOperatorAccount } from '../../../testing/rights/operator-account.js';
import { type ResourceAttributes, untilAllowed } from '../../../testing/rights/until-allowed.js';
import { checkManifestsInside } from '../../../scaffold/read-inside.js';
import type { Cluster } from '../cluster.js';
import type { ClusterFlags, CommandProgress } from '../command-progress.js';
import { impersonatingKubeconfig } from './impersonating-kubeconfig.js';
import { temporaryRoles } from './temporary-roles.js';
import { layout } from '../../../project/layout.js';

/** What the operator is and where it works. */
export interface RoleOptions {
  readonly root: string;
  readonly projectName: string;
  /** Where the operator counts as living. */
  readonly home: string;
  /** The namespaces that it watches, with commas between them. */
  readonly watched: string;
  readonly flags: ClusterFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly progress: CommandProgress;
}

/** The operator's own rights. */
export interface OperatorRole extends AsyncDisposable {
  /** The value of `KUBECONFIG` for the operator. */
  readonly kubeconfig: string;
}

/** Undefined when the cluster does not let us, which is said; the operator then has the rights of the user. */
export async function openRole(cluster: Cluster, options: RoleOptions): Promise<OperatorRole | undefined> {
  const { root, progress, home, projectName } = options;
  const rbac = path.join(root, layout.rbac);
  if (!existsSync(rbac)) return undefined;
  for (const place of [layout.rbac, layout.overlayList]) checkManifestsInside(root, place);
  const account = accountName(projectName);
  const user = `system:serviceaccount:${home}:${account}`;
  const obstacle = await obstacleTo(cluster, home, account, options.signal);
  if (obstacle !== undefined) return withoutRole(progress, obstacle);
  return progress.step('give the operator the rights of config/rbac, and no others', async () => {
    const roles = temporaryRoles(await objectsIn(rbac, options), { account, user });
    try {
      for (const role of roles) await cluster.client.apply(role, { force: true, signal: options.signal });
    } catch (error) {
      await removeAll(cluster.client, roles);
      if (!is.forbidden(error)) throw error;
      return withoutRole(progress, `you may not create its roles (${error.message})`);
    }
    return opened(cluster, roles, user, options);
  });
}

/** Roles for what the operator works on are in each namespace that it watches; all others are there once. */
async function objectsIn(rbac: string, { home, watched }: RoleOptions): Promise<Bound[]> {
  const found = new Map<string, Bound>();
  for (const namespace of watched.split(',').map((name) => name.trim())) {
    const { objects } = await readOperatorAccount(rbac, { accountNamespace: home, namespace });
    for (const object of objects)
      found.set([object.kind, object.metadata.namespace, object.metadata.name].join(' '), object);
  }
  return [...found.values()];
}

async function opened(
  cluster: Cluster,
  roles: readonly Bound[],
  user: string,
  { flags, env, root, signal }: RoleOptions,
): Promise<OperatorRole> {
  try {
    await visible(cluster, roles, user, signal);
    const kubeconfig = await impersonatingKubeconfig(user, flags, { env, root });
    return {
      kubeconfig: kubeconfig.files,
      [Symbol.asyncDispose]: async () => {
        await kubeconfig[Symbol.asyncDispose]();
        await removeAll(cluster.client, roles);
      },
    };
  } catch (error) {
    await removeAll(cluster.client, roles);
    throw error;
  }
}

/** One for each developer: their operators may run at the same time, and what one that crashed left is replaced. */
function accountName(projectName: string): string {
  const developer = createHash('sha256').update(`${userInfo().username}@${hostname()}`).digest('hex').slice(0, 8);
  return `${projectName}-run-${developer}`;
}

function withoutRole(progress: CommandProgress, why: string): undefined {
  progress.warn(
    `the operator has your own rights, because ${why}: a missing +kubebuilder:rbac marker does not show here, but in the cluster. --own-rights says that you want this`,
  );
  return undefined;
}

/** Why we cannot act as the operator. */
async function obstacleTo(
  { client, config }: Cluster,
  namespace: string,
  name: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (config.impersonate !== undefined) return `the kubeconfig acts as ${config.impersonate.user} already`;
  const attributes = { verb: 'impersonate', resource: 'serviceaccounts', namespace, name };
  return (await isAllowed(client, attributes, signal))
    ? undefined
    : `you may not impersonate ServiceAccounts of the namespace ${namespace}`;
}

async function isAllowed(
  client: Client,
  resourceAttributes: Partial<ResourceAttributes>,
  signal: AbortSignal,
): Promise<boolean> {
  const review = new SelfSubjectAccessReview({ metadata: {}, spec: { resourceAttributes } });
  const { status } = await client.create(review, { signal });
  return status?.allowed === true;
}

/** Waits until the API server knows the roles: it reads them with a delay. */
async function visible(cluster: Cluster, roles: readonly Bound[], user: string, signal: AbortSignal): Promise<void> {
  await using transport = createTransport({ ...cluster.config, impersonate: { user } }, { userAgent: 'kbts' });
  const client = createClient({ transport });
  await untilAllowed(user, roles, (asked) => isAllowed(client, asked, signal), { signal });
}

/** The user waits for the end: what cannot be removed is replaced by the next run. */
async function removeAll(client: Client, roles: readonly Bound[]): Promise<void> {
  for (const role of [...roles].reverse())
    await client.delete(role, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
}
