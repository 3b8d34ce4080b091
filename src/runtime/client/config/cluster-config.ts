/** How to reach an API server, and as whom. Plain data, so that it can be written to a kubeconfig or sent to a child. */

/** Whom to act as; the caller needs the right to impersonate. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** What proves who we are, at one moment. */
export interface Credentials {
  /** Without `Bearer `. */
  readonly token?: string;
  /** Client certificate and its key, PEM. */
  readonly cert?: string;
  readonly key?: string;
}

/** Credentials that change: exec plug-ins, OIDC, cloud tokens. */
export interface CredentialSource {
  /** What to send now. Called before every request, so it must be quick unless something has expired. */
  current(): Credentials | Promise<Credentials>;
  /** The server refused what `current` returned: the next call must return something fresh. */
  invalidate(): void;
}

/** One API server and one identity. */
export interface ClusterConfig {
  /** `https://host:port`, optionally with a path that goes before every request's path. */
  readonly server: string;
  /** Namespace of the kubeconfig context, or of the pod. */
  readonly namespace?: string;
  /** CA certificates, PEM. */
  readonly ca?: string;
  /** File with CA certificates; read again when it changes. */
  readonly caFile?: string;
  readonly insecureSkipTlsVerify?: boolean;
  /** Name to expect in the server's certificate in place of the host. */
  readonly tlsServerName?: string;
  /** Client certificate and key, PEM. */
  readonly cert?: string;
  readonly key?: string;
  /** Files with client certificate and key; read again when they change. */
  readonly certFile?: string;
  readonly keyFile?: string;
  readonly token?: string;
  /** File with a token; read again about every ten seconds, and at once when the server refuses it. */
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  readonly impersonate?: Impersonation;
  /** `http://`, `https://` or `socks5://` proxy. */
  readonly proxyUrl?: string;
  readonly disableCompression?: boolean;
  /** Credentials that change; they win over `token`, `cert` and `key`. */
  readonly credentials?: CredentialSource;
}
