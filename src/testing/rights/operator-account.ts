/** The ServiceAccount of an operator with the roles that its project generates, and nothing more. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '../../runtime/client/client.js';
import { defineKind } from '../../runtime/object/kind.js';
import type { KubeObject } from '../../runtime/object/meta.js';
import type { OperatorOptions, TestUser } from '../control-plane.js';
import { installObjects } from '../install.js';
import { readManifests } from '../manifests.js';
import { parseYaml } from '../../plane/yaml.js';
import { reviewOf, untilAllowed } from './until-allowed.js';

/** Where `kbts manifests` and `kbts init` write the rights of an operator. */
export const RBAC_FOLDER = 'config/rbac';
/** What kustomize replaces by the namespace of the operator. */
const PLACEHOLDER = 'system';
const KINDS = new Set(['ServiceAccount', 'Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding']);

const Namespace = defineKind({ group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', scope: 'Cluster' });

/** A role, a binding or an account. */
export type Bound = KubeObject & {
  roleRef?: { name: string; kind?: string };
  subjects?: { kind: string; name: string; namespace?: string }[];
  rules?: { apiGroups?: string[]; resources?: string[]; resourceNames?: string[]; verbs: string[] }[];
};

/** The account of an operator and the objects that give it its rights. */
export interface OperatorAccount {
  /** Its name. */
  readonly account: string;
  /** Its namespace. */
  readonly home: string;
  /** Accounts, roles and bindings, in the namespaces where they belong. */
  readonly objects: readonly Bound[];
}

/** Reads the account and its roles from the folder that `kbts manifests` and `kbts init` write. */
export async function readOperatorAccount(folder: string, options: OperatorOptions = {}): Promise<OperatorAccount> {
  const objects = (await readManifests([folder])).filter(({ kind }) => KINDS.has(kind)) as Bound[];
  const account = accountIn(objects, folder);
  const deployed = await deployedNamespace(folder);
  const home = options.accountNamespace ?? deployed ?? 'operator-system';
  const places: Places = {
    home,
    watched: options.namespace ?? 'default',
    own: new Set([PLACEHOLDER, deployed, undefined]),
    managerRoles: await rolesOf(path.join(folder, 'role.yaml')),
  };
  return { account, home, objects: objects.map((object) => place(object, places)) };
}

/** Installs the account and its roles, and returns the user that they make once the server knows its rights. */
export async function installOperatorAccount(
  client: Client,
  folder: string = RBAC_FOLDER,
  options: OperatorOptions = {},
): Promise<TestUser> {
  const { account, home, objects } = await readOperatorAccount(folder, options);
  await makeNamespaces(client, objects);
  await installObjects(client, objects, undefined);
  const user = {
    name: `system:serviceaccount:${home}:${account}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${home}`, 'system:authenticated'],
  };
  await untilAllowed(user.name, objects, reviewOf(client, user));
  return user;
}

/** Names of the roles that the markers make. */
async function rolesOf(file: string): Promise<ReadonlySet<string>> {
  if (!existsSync(file)) return new Set();
  const roles = (await readManifests([file])).filter(({ kind }) => kind === 'Role');
  return new Set(roles.map(({ metadata }) => metadata.name ?? ''));
}

function accountIn(objects: readonly KubeObject[], folder: string): string {
  const accounts = objects.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name ?? '');
  const [only, ...more] = accounts;
  if (only !== undefined && more.length === 0) return only;
  const found =
    only === undefined ? 'no ServiceAccount' : `${accounts.length} ServiceAccounts (${accounts.join(', ')})`;
  throw new Error(`${folder} has ${found}; the rights of one operator need exactly one`);
}

/** The namespace that config/default gives to everything, where there is one. */
async function deployedNamespace(folder: string): Promise<string | undefined> {
  const file = path.join(folder, '..', 'default', 'kustomization.yaml');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const [kustomization] = text === '' ? [] : parseYaml(text, file);
  const given = (kustomization as { namespace?: unknown } | undefined)?.namespace;
  return typeof given === 'string' ? given : undefined;
}

interface Places {
  /** The namespace of the account, and of roles about the operator itself. */
  readonly home: string;
  /** The namespace of roles for what it works on, where these are limited to its own. */
  readonly watched: string;
  /** Names that mean the operator's own namespace. */
  readonly own: ReadonlySet<string | undefined>;
  readonly managerRoles: ReadonlySet<string>;
}

/** What lives in the operator's own namespace goes to those of the test; roles in other namespaces stay there. */
function place(object: Bound, { home, watched, own, managerRoles }: Places): Bound {
  const isManagerRole = managerRoles.has(object.roleRef?.name ?? object.metadata.name ?? '');
  const namespace = isManagerRole && object.kind !== 'ServiceAccount' ? watched : home;
  const isMoved = !object.kind.startsWith('Cluster') && own.has(object.metadata.namespace);
  const metadata = isMoved ? { ...object.metadata, namespace } : object.metadata;
  if (object.subjects === undefined) return { ...object, metadata };
  const subjects = object.subjects.map((subject) =>
    subject.kind === 'ServiceAccount' && own.has(subject.namespace) ? { ...subject, namespace: home } : subject,
  );
  return { ...object, metadata, subjects };
}

async function makeNamespaces(client: Client, objects: readonly KubeObject[]): Promise<void> {
  const names = new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []));
  for (const name of names) {
    if (await client.find(Namespace, { name })) continue;
    await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }
}
