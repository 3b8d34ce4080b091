/** From a context of a kubeconfig to a cluster config. */
import { access } from 'node:fs/promises';
import type { ClusterConfig, CredentialSource, Impersonation } from './cluster-config.js';
import { execCredentials } from '../credentials/exec-credentials.js';
import { KubeConfigError } from './kube-config-error.js';
import { isRecord } from '../../object/json.js';
import { type KubeConfigEntry, type KubeConfigFile, resolveFrom } from './kube-config-file.js';
import { FieldReader } from './kube-config-fields.js';
import { oidcCredentials } from '../credentials/oidc-credentials.js';

/** The config of a context; of the current one when none is named. Files that it points to must exist. */
export async function configOfContext(file: KubeConfigFile, contextName?: string): Promise<ClusterConfig> {
  const source = file.files.join(', ');
  const name = contextName ?? file.currentContext;
  if (name === undefined) {
    const known = file.contexts.map((context) => context.name).join(', ');
    const remedy =
      known === '' ? 'it has no contexts either' : `choose one of ${known} with kubectl config use-context`;
    throw new KubeConfigError(source, `current-context is not set; ${remedy}`);
  }
  const context = find(file.contexts, name, 'context', source);
  const fields = new FieldReader(context, `context "${name}"`);
  const cluster = find(file.clusters, fields.required('cluster'), 'cluster', source);
  const userName = fields.text('user');
  const user = userName === undefined ? undefined : find(file.users, userName, 'user', source);
  const clusterPart = await clusterConfig(cluster);
  return {
    ...clusterPart,
    ...(user ? await userConfig(user, cluster, clusterPart) : {}),
    namespace: fields.text('namespace'),
  };
}

function find(entries: readonly KubeConfigEntry[], name: string, what: string, source: string): KubeConfigEntry {
  const found = entries.find((entry) => entry.name === name);
  if (found) return found;
  const known = entries.map((entry) => `"${entry.name}"`).join(', ');
  throw new KubeConfigError(
    source,
    `there is no ${what} "${name}"; ${known === '' ? 'there are none' : `known: ${known}`}`,
  );
}

async function clusterConfig(entry: KubeConfigEntry): Promise<ClusterConfig> {
  const fields = new FieldReader(entry, `cluster "${entry.name}"`);
  const server = fields.required('server');
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol)) {
    throw fields.error('server', `"${server}" is not an address such as https://host:6443`);
  }
  const proxyUrl = fields.text('proxy-url');
  if (proxyUrl !== undefined && !URL.canParse(proxyUrl))
    throw fields.error('proxy-url', `"${proxyUrl}" is not an address`);
  return {
    server,
    ca: fields.pem('certificate-authority-data'),
    caFile: await existing(entry, fields, 'certificate-authority', 'certificate-authority-data'),
    insecureSkipTlsVerify: fields.flag('insecure-skip-tls-verify'),
    tlsServerName: fields.text('tls-server-name'),
    proxyUrl,
    disableCompression: fields.flag('disable-compression'),
  };
}

async function userConfig(
  entry: KubeConfigEntry,
  cluster: KubeConfigEntry,
  clusterPart: ClusterConfig,
): Promise<Partial<ClusterConfig>> {
  const fields = new FieldReader(entry, `user "${entry.name}"`);
  const cert = fields.pem('client-certificate-data');
  const key = fields.pem('client-key-data');
  const certFile = await existing(entry, fields, 'client-certificate', 'client-certificate-data');
  const keyFile = await existing(entry, fields, 'client-key', 'client-key-data');
  if ((cert ?? certFile) !== undefined && (key ?? keyFile) === undefined) {
    throw fields.error('client-key', 'a client certificate needs its key: set client-key or client-key-data');
  }
  return {
    cert,
    key,
    certFile,
    keyFile,
    // As in client-go the file wins over the token in place, which is only its first value.
    tokenFile: await existing(entry, fields, 'tokenFile'),
    token: fields.text('token'),
    username: fields.text('username'),
    password: fields.text('password'),
    impersonate: impersonation(fields),
    credentials: credentialsOf(entry, cluster, clusterPart, fields),
  };
}

/** Data in place wins over a file, which then need not exist. */
async function existing(
  entry: KubeConfigEntry,
  fields: FieldReader,
  field: string,
  dataField?: string,
): Promise<string | undefined> {
  const given = fields.text(field);
  if (given === undefined || (dataField !== undefined && fields.text(dataField) !== undefined)) return undefined;
  const file = resolveFrom(entry, given);
  await access(file).catch((cause: unknown) => {
    throw fields.error(field, `the file ${file} cannot be read`, cause);
  });
  return file;
}

function impersonation(fields: FieldReader): Impersonation | undefined {
  const user = fields.text('as');
  const [uid, groups, extra] = [fields.text('as-uid'), fields.texts('as-groups'), fields.record('as-user-extra')];
  if (user === undefined) {
    if (uid === undefined && groups === undefined && extra === undefined) return undefined;
    // The API server refuses these without a user, and without them requests would have all rights of the real one.
    throw fields.error('as', 'is missing: as-uid, as-groups and as-user-extra need the user to impersonate');
  }
  for (const [key, values] of Object.entries(extra ?? {}))
    if (!Array.isArray(values) || !values.every((value) => typeof value === 'string'))
      throw fields.error('as-user-extra', `"${key}" must be a list of strings`);
  return { user, uid, groups, extra: extra as Record<string, string[]> | undefined };
}

function credentialsOf(
  entry: KubeConfigEntry,
  cluster: KubeConfigEntry,
  clusterPart: ClusterConfig,
  fields: FieldReader,
): CredentialSource | undefined {
  const exec = fields.record('exec');
  if (exec) return execCredentials(exec, { entry, cluster, clusterPart });
  const provider = fields.record('auth-provider');
  if (!provider) return undefined;
  const name = provider['name'];
  if (name === 'oidc' && isRecord(provider['config'])) return oidcCredentials(provider['config'], entry);
  const replacement = typeof name === 'string' ? replacements[name] : undefined;
  throw fields.error(
    'auth-provider',
    `"${String(name)}" is not supported; ${replacement ? `Kubernetes removed it: use the exec plug-in ${replacement}` : 'use an exec plug-in'}`,
  );
}

const replacements: Readonly<Record<string, string>> = { gcp: 'gke-gcloud-auth-plugin', azure: 'kubelogin' };
