/** Hosts that are this machine. */
import { isIPv4 } from 'node:net';

/** True for `localhost` and loopback addresses, as `URL.hostname` shows them. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
