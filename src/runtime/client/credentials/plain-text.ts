/** Credentials are not sent in plain text over a network. */
import { isLoopbackHost } from '../connection/loopback.js';
import { ConnectionError } from '../connection/connection-error.js';
import type { ClusterConfig } from '../config/cluster-config.js';

/** Throws when a token, a password or a plug-in's credentials would leave this machine over `http://`. kubectl omits them. */
export function refusePlainText(config: ClusterConfig): void {
  const { server, token, tokenFile, username, credentials, proxyUrl } = config;
  const isSecret = Boolean(token) || tokenFile !== undefined || username !== undefined || credentials !== undefined;
  if (!isSecret || !URL.canParse(server)) return;
  const url = new URL(server);
  if (url.protocol !== 'http:' || (isLoopbackHost(url.hostname) && staysHere(proxyUrl))) return;
  throw new ConnectionError(
    'PLAIN_TEXT',
    url.origin,
    `credentials are not sent to ${url.origin}, because http:// is not encrypted; use https:// in "server", or remove the user's credentials`,
  );
}

function staysHere(proxyUrl: string | undefined): boolean {
  return proxyUrl === undefined || (URL.canParse(proxyUrl) && isLoopbackHost(new URL(proxyUrl).hostname));
}
