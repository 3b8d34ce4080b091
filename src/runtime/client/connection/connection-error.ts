/** Failures below HTTP: nobody answered, or not in a way that can be trusted. */

/** No usable response came. `code` is Node's (`ECONNREFUSED`, `CERT_HAS_EXPIRED`, …) or `TIMEOUT`. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: string;
  readonly server: string;
  constructor(code: string, server: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.server = server;
  }
}

/** Says what a network failure means and how to fix it. */
export function connectionError(cause: unknown, server: string): ConnectionError {
  const code = codeOf(cause);
  const text = cause instanceof Error && cause.message !== '' ? cause.message : String(cause);
  const hint = hints[code];
  return new ConnectionError(
    code,
    server,
    `cannot talk to ${server}: ${hint ?? text}${hint ? ` (${text})` : ''}`,
    cause,
  );
}

/** True when the certificate shown by the server was not accepted. */
export function isTrustFailure(error: ConnectionError): boolean {
  return trustCodes.has(error.code);
}

/** True when nobody listened, so that the request cannot have had any effect. */
export function isRefused(error: unknown): boolean {
  return error instanceof ConnectionError && error.code === 'ECONNREFUSED';
}

function codeOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0 && !hasCode(cause)) return codeOf(cause.errors[0]);
  return hasCode(cause) ? cause.code : 'UNKNOWN';
}

function hasCode(cause: unknown): cause is { code: string } {
  return typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string';
}

const trustCodes = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
]);

const wrongCa =
  'its certificate is not signed by the configured CA; check certificate-authority(-data) of this cluster in the kubeconfig';

const hints: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; is the cluster running, and is "server" in the kubeconfig right?',
  ENOTFOUND: 'the host name does not resolve; check "server" in the kubeconfig',
  EAI_AGAIN: 'the host name cannot be resolved now; check DNS',
  EHOSTUNREACH: 'the host cannot be reached from here',
  ETIMEDOUT: 'the host does not answer',
  ECONNRESET: 'the connection was cut',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: wrongCa,
  SELF_SIGNED_CERT_IN_CHAIN: wrongCa,
  DEPTH_ZERO_SELF_SIGNED_CERT: wrongCa,
  UNABLE_TO_GET_ISSUER_CERT: wrongCa,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: wrongCa,
  CERT_SIGNATURE_FAILURE: wrongCa,
  CERT_HAS_EXPIRED: "the server's certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name; set tls-server-name in the kubeconfig',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'it wants a client certificate and the kubeconfig has none',
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: 'it does not accept our client certificate',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: 'our client certificate has expired; renew it',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS; should "server" begin with http://?',
};
