/** What a connection needs to know of a config at one moment: trust, client certificate and request headers. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { ClusterConfig, Credentials, Impersonation } from '../config/cluster-config.js';
import { refusePlainText } from './plain-text.js';
import { WatchedFile } from '../config/watched-file.js';

/** TLS parts; a change needs new connections. */
export interface TlsIdentity {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** Who we are right now. */
export interface Identity {
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly tls: TlsIdentity;
}

/** Follows credentials that change. */
export interface IdentitySource {
  current(): Identity | Promise<Identity>;
  /** Drops what is cached; false when nothing could be fresher, so that trying again is useless. */
  invalidate(): boolean;
}

/** Reads files and credential sources of `config`; a config without any costs nothing per request. */
export function createIdentitySource(config: ClusterConfig): IdentitySource {
  refusePlainText(config);
  checkImpersonation(config.impersonate);
  const files = filesOf(config);
  if (files.length === 0 && !config.credentials) {
    const identity = identityOf(config, {}, {});
    return { current: () => identity, invalidate: () => false };
  }
  const matched = matchingPairs(files);
  return {
    async current() {
      const texts = Object.fromEntries(await Promise.all(files.map(async ([key, file]) => [key, await file.text()])));
      return identityOf(config, matched(texts), (await config.credentials?.current()) ?? {});
    },
    invalidate() {
      for (const [, file] of files) file.invalidate();
      config.credentials?.invalidate();
      return true;
    },
  };
}

type FileKey = 'ca' | 'cert' | 'key' | 'token';

function filesOf(config: ClusterConfig): (readonly [FileKey, WatchedFile])[] {
  const paths: [FileKey, string | undefined][] = [
    ['ca', config.caFile],
    ['cert', config.certFile],
    ['key', config.keyFile],
    ['token', config.tokenFile],
  ];
  return paths.flatMap(([key, path]) => (path === undefined ? [] : [[key, new WatchedFile(path)] as const]));
}

type FileTexts = Partial<Record<FileKey, string>>;

/** Certificate and key are replaced one after the other, and may be read in between: then the previous pair stays in use. */
function matchingPairs(files: readonly (readonly [FileKey, WatchedFile])[]): (texts: FileTexts) => FileTexts {
  let last: { readonly cert: string; readonly key: string } | undefined;
  return (texts) => {
    const { cert, key } = texts;
    if (cert === undefined || key === undefined || (cert === last?.cert && key === last.key)) return texts;
    if (last && !belongTogether(cert, key)) {
      for (const [, file] of files) file.invalidate();
      return { ...texts, ...last };
    }
    last = { cert, key };
    return texts;
  };
}

function belongTogether(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    // A half-written file is not a pair.
    return false;
  }
}

function identityOf(config: ClusterConfig, files: FileTexts, credentials: Credentials): Identity {
  const token = credentials.token ?? files.token?.trim() ?? config.token;
  const headers: Record<string, string | string[]> = impersonationHeaders(config.impersonate);
  if (token) headers['authorization'] = `Bearer ${token}`;
  else if (config.username !== undefined) headers['authorization'] = basic(config.username, config.password ?? '');
  return {
    headers,
    tls: {
      ca: config.ca ?? files.ca,
      cert: credentials.cert ?? config.cert ?? files.cert,
      key: credentials.key ?? config.key ?? files.key,
    },
  };
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Throws for impersonation of nobody: the API server would ignore it, and requests would have all rights of the real user. */
function checkImpersonation(who: Impersonation | undefined): void {
  if (who === undefined || (typeof who?.user === 'string' && who.user.trim() !== '')) return;
  throw new TypeError('impersonate needs a user: set impersonate.user to its name, or leave impersonate out');
}

function impersonationHeaders(who: Impersonation | undefined): Record<string, string | string[]> {
  if (!who) return {};
  const headers: Record<string, string | string[]> = { 'impersonate-user': who.user };
  if (who.uid !== undefined) headers['impersonate-uid'] = who.uid;
  if (who.groups && who.groups.length > 0) headers['impersonate-group'] = [...who.groups];
  for (const [key, values] of Object.entries(who.extra ?? {})) {
    headers[`impersonate-extra-${encodeURIComponent(key).toLowerCase()}`] = [...values];
  }
  return headers;
}
