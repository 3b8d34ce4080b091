/** The parts of an API server's address, taken apart once and not for each request. */

/** Where requests go. */
export interface ServerAddress {
  /** `https://host:port`, for messages. */
  readonly origin: string;
  /** `host:port`, for metrics. */
  readonly host: string;
  readonly isTls: boolean;
  readonly hostname: string;
  readonly port: number;
  /** Goes before every path; empty when the address has none. */
  readonly basePath: string;
}

/** Throws when the string is not the address of an API server. */
export function parseServerAddress(server: string): ServerAddress {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new TypeError(`"${server}" is not the address of an API server; use the form https://host:port`);
  }
  const isTls = url.protocol === 'https:';
  return {
    origin: url.origin,
    host: url.host,
    isTls,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (isTls ? 443 : 80)),
    basePath: withoutSlashes(url.pathname),
  };
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path.endsWith('/', end)) end--;
  return path.slice(0, end);
}
