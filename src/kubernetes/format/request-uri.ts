/** URIs as Go's url.ParseRequestURI reads them. */
import { isIPv6Text, isStrictIPv4 } from './addresses.js';

/** Characters that no URL has. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
export const CONTROL = /[\u0000-\u001F\u007F]/;
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):([^]*)$/;
const USER = /^[-A-Za-z0-9._:~!$&'()*+,;=%@]*$/;
/** A percent sign that begins no escape. */
export const ESCAPES = /%(?![0-9A-Fa-f]{2})/;
/** ASCII that a host may be written with. */
const HOST = /^[-A-Za-z0-9._~!$&'()*+,;=:[\]<>"%\u0080-\u{10FFFF}]*$/u;
const PORT = /^(?::[0-9]*)?$/;

/** Whether a string is an absolute URI or an absolute path. */
export function isRequestUri(text: string): boolean {
  if (text === '' || CONTROL.test(text) || text.startsWith(':')) return false;
  if (text === '*') return true;
  const [, scheme = '', afterScheme = text] = SCHEME.exec(text) ?? [];
  const rest = afterScheme.split('?', 1)[0] ?? '';
  if (!rest.startsWith('/')) return scheme !== '';
  if (scheme === '' || !rest.startsWith('//')) return !ESCAPES.test(rest);
  const slash = rest.indexOf('/', 2);
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  return isAuthority(scheme.toLowerCase(), authority) && (slash < 0 || !ESCAPES.test(rest.slice(slash)));
}

/** Whether the part between `//` and the path can be read: user, host and port. */
export function isAuthority(scheme: string, authority: string): boolean {
  const at = authority.lastIndexOf('@');
  const user = at < 0 ? '' : authority.slice(0, at);
  return isHost(scheme, authority.slice(at + 1)) && USER.test(user) && !ESCAPES.test(user);
}

function isHost(scheme: string, host: string): boolean {
  const bracket = host.lastIndexOf('[');
  if (bracket > 0) return false;
  if (bracket === 0) return isBracketed(host);
  const first = host.indexOf(':');
  const colon = scheme === 'http' || scheme === 'https' ? first : host.lastIndexOf(':');
  if (first >= 0 && !PORT.test(host.slice(colon))) return false;
  return isHostText(host);
}

/** Only bytes beyond ASCII and the percent sign may be escaped. */
function isHostText(text: string): boolean {
  return HOST.test(text) && !ESCAPES.test(text) && !/%(?!25)[0-7]/.test(text);
}

function isBracketed(host: string): boolean {
  const end = host.lastIndexOf(']');
  const port = host.slice(end + 1);
  if (end < 0 || !PORT.test(port)) return false;
  const name = host.slice(1, end);
  const zoneAt = name.indexOf('%25');
  const address = zoneAt < 0 ? name : name.slice(0, zoneAt);
  if (!isHostText(address) || address.includes('%')) return false;
  if (zoneAt >= 0 && !isZone(name.slice(zoneAt + 3))) return false;
  return isIPv6Text(address, isStrictIPv4);
}

/** A zone has at least one character; escapes are of bytes that a host may be written with, or of a space. */
function isZone(zone: string): boolean {
  if (zone === '' || !HOST.test(zone) || ESCAPES.test(zone)) return false;
  return [...zone.matchAll(/%([0-9A-Fa-f]{2})/g)].every(([, digits = '']) => {
    const character = String.fromCodePoint(Number.parseInt(digits, 16));
    return character === ' ' || character === '%' || (character < '\u0080' && HOST.test(character));
  });
}
