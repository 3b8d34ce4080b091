/** Proxies from the environment, by Go's rules. */
import { BlockList, isIP, isIPv6 } from 'node:net';
import { isLoopbackHost } from './loopback.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy for a server; undefined when it is to be reached directly. */
export function proxyFromEnvironment(server: string, env: Environment): string | undefined {
  const url = new URL(server);
  const name = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const proxy = env[name.toUpperCase()] || env[name];
  if (!proxy || isExempt(url, env['NO_PROXY'] || env['no_proxy'] || '')) return undefined;
  return /^[a-z0-9]+:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

function isExempt(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  if (isLoopbackHost(host)) return true;
  return list
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '')
    .some((item) => matches(item, host, port));
}

function matches(item: string, host: string, port: string): boolean {
  if (item === '*') return true;
  if (item.includes('/')) return isInNetwork(item, host);
  const [, name = item, itemPort] = /^(.*?)(?::(\d+))?$/.exec(isIPv6(item) ? `[${item}]` : item) ?? [];
  if (itemPort !== undefined && itemPort !== port) return false;
  const bare = name.replace(/^\[|\]$/g, '').replace(/^\*(?=\.)/, '');
  if (isIP(bare)) return bare === host;
  return bare.startsWith('.') ? host.endsWith(bare) : host === bare || host.endsWith(`.${bare}`);
}

function isInNetwork(network: string, host: string): boolean {
  const slash = network.indexOf('/');
  const [address, prefix] = [network.slice(0, slash), network.slice(slash + 1)];
  const family = isIP(address);
  if (family === 0 || isIP(host) !== family) return false;
  const bits = family === 4 ? 32 : 128;
  // As in Go, an entry that is not a network matches nothing.
  if (!/^\d+$/.test(prefix) || Number(prefix) > bits) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(address, Number(prefix), type);
  return list.check(host, type);
}
