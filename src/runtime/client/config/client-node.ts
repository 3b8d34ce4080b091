/** The bridge to @kubernetes/client-node: the same cluster and identity, in both directions. */
import type { RequestOptions } from 'node:https';
import type { KubeConfig } from '@kubernetes/client-node';
import type * as ClientNode from '@kubernetes/client-node';
import { refusePlainText } from '../credentials/plain-text.js';
import type { ClusterConfig, Credentials } from './cluster-config.js';

/**
 * A config from a `KubeConfig` of client-node, with whatever authentication it supports. It is asked
 * before every request, so that its plug-ins can renew what has expired.
 * @example
 * ```ts
 * import { KubeConfig } from '@kubernetes/client-node';
 * const kubeConfig = new KubeConfig();
 * kubeConfig.loadFromString(plane.kubeconfig());
 * await using own = createClient({ config: await fromClientNode(kubeConfig) });
 * console.log((await own.get(Guestbook, key)).metadata.name); // welcome
 * ```
 */
export async function fromClientNode(kubeConfig: KubeConfig): Promise<ClusterConfig> {
  const cluster = kubeConfig.getCurrentCluster();
  if (cluster === null)
    throw new Error('this KubeConfig has no current cluster: load a file, or set its current context');
  const options = await httpsOptions(kubeConfig);
  // Without it, requests would have all rights of the real user.
  const impersonated: string | null | undefined = kubeConfig.getCurrentUser()?.impersonateUser;
  return {
    ...(impersonated === undefined || impersonated === null ? {} : { impersonate: { user: impersonated } }),
    server: cluster.server,
    namespace: kubeConfig.getContextObject(kubeConfig.getCurrentContext())?.namespace,
    ca: asText(options.ca),
    insecureSkipTlsVerify: cluster.skipTLSVerify,
    tlsServerName: cluster.tlsServerName,
    proxyUrl: cluster.proxyUrl,
    credentials: { current: async () => credentialsOf(await httpsOptions(kubeConfig)), invalidate: () => undefined },
  };
}

/**
 * A `KubeConfig` for the clients of client-node. It loads the copy of that library that the project has installed, which takes
 * about half a second.
 * @example
 * ```ts
 * import { CoreV1Api } from '@kubernetes/client-node';
 * const core = (await toClientNode(config)).makeApiClient(CoreV1Api);
 * const { items } = await core.listNamespace();
 * console.log(items.some(({ metadata }) => metadata?.name === 'default')); // true
 * ```
 */
export async function toClientNode(config: ClusterConfig): Promise<KubeConfig> {
  refusePlainText(config);
  const impersonated = impersonatedUser(config);
  const { KubeConfig: ClientNodeConfig } = await loadClientNode();
  const given = (await config.credentials?.current()) ?? {};
  const { cert = config.cert, key = config.key } = given;
  // A file wins over the token in place. client-node reads it again, as Kubernetes renews it.
  const tokenFile = given.token === undefined ? config.tokenFile : undefined;
  const kubeConfig = new ClientNodeConfig();
  kubeConfig.loadFromOptions({
    clusters: [
      {
        name: 'kbts',
        server: config.server,
        caData: toBase64(config.ca),
        caFile: config.caFile,
        skipTLSVerify: config.insecureSkipTlsVerify ?? false,
        tlsServerName: config.tlsServerName,
        proxyUrl: config.proxyUrl,
      },
    ],
    users: [
      {
        name: 'kbts',
        ...(tokenFile === undefined
          ? { token: given.token ?? config.token }
          : { authProvider: { name: 'tokenFile', config: { tokenFile } } }),
        certData: toBase64(cert),
        keyData: toBase64(key),
        certFile: config.certFile,
        keyFile: config.keyFile,
        username: config.username,
        password: config.password,
        ...(impersonated === undefined ? {} : { impersonateUser: impersonated }),
      },
    ],
    contexts: [{ name: 'kbts', cluster: 'kbts', user: 'kbts', namespace: config.namespace }],
    currentContext: 'kbts',
  });
  return kubeConfig;
}

/** Throws for what client-node cannot say: its requests would have other rights than ours. */
function impersonatedUser({ impersonate }: ClusterConfig): string | undefined {
  if (impersonate === undefined) return undefined;
  const { user, uid, groups = [], extra = {} } = impersonate;
  if (user === '') throw new TypeError('impersonate needs a user: set impersonate.user to its name');
  if (uid === undefined && groups.length === 0 && Object.keys(extra).length === 0) return user;
  throw new Error('client-node can impersonate a user, but no uid, groups or extra: leave them out of the config');
}

async function loadClientNode(): Promise<Pick<typeof ClientNode, 'KubeConfig'>> {
  // Caught around it, so that bundlers need not find what an operator that never calls this does not install.
  try {
    return await import('@kubernetes/client-node');
  } catch (error) {
    return explainMissing(error);
  }
}

/** The library is there only in projects that ask for it. */
function explainMissing(cause: unknown): never {
  const { code, message = '' } = (cause ?? {}) as NodeJS.ErrnoException;
  const isMissing = /^(?:ERR_)?MODULE_NOT_FOUND$/.test(code ?? '') && message.includes('@kubernetes/client-node');
  if (!isMissing) throw cause;
  const fix = 'install it with "npm install @kubernetes/client-node", and build the operator again';
  throw new Error(`toClientNode needs the package @kubernetes/client-node, which is not installed: ${fix}`, { cause });
}

async function httpsOptions(kubeConfig: KubeConfig): Promise<RequestOptions> {
  const options: RequestOptions = {};
  await kubeConfig.applyToHTTPSOptions(options);
  return options;
}

function credentialsOf({ headers, cert, key, auth }: RequestOptions): Credentials {
  const authorization: unknown = headers === undefined ? undefined : Reflect.get(headers, 'Authorization');
  const bearer = typeof authorization === 'string' ? /^Bearer (.+)$/.exec(authorization)?.[1] : undefined;
  if (bearer === undefined && typeof auth === 'string')
    throw new Error('Kubernetes does not support basic authentication any more');
  return { token: bearer, cert: asText(cert), key: asText(key) };
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Buffer.isBuffer(value) ? value.toString('utf8') : undefined;
}

function toBase64(pem: string | undefined): string | undefined {
  return pem === undefined ? undefined : Buffer.from(pem).toString('base64');
}
