/** Addresses and networks as Go reads them, old spelling with leading zeros included. */

/** `010.0.0.1` is read as decimal, as before Go 1.17. */
export function isSloppyIPv4(text: string): boolean {
  return /^[0-9]+(?:\.[0-9]+){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255);
}

/** IPv6 without a zone; the last 32 bits may be written as IPv4. */
export function isIPv6Text(text: string, isIPv4: (text: string) => boolean): boolean {
  const halves = text.split('::');
  if (halves.length > 2 || text === '') return false;
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const groups = [...left, ...right];
  const last = groups.at(-1) ?? '';
  const hasIPv4 = last.includes('.');
  // What ends with the gap has no IPv4 part behind it.
  if (hasIPv4 && (!isIPv4(last) || (halves.length === 2 && right.length === 0))) return false;
  const plain = hasIPv4 ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  const size = plain.length + (hasIPv4 ? 2 : 0);
  return halves.length === 2 ? size < 8 : size === 8;
}

/** IPv4 without leading zeros. */
export function isStrictIPv4(text: string): boolean {
  return isSloppyIPv4(text) && text.split('.').every((part) => part === '0' || !part.startsWith('0'));
}

/** `10.0.0.0/8` or `fd00::/8`. */
export function isSloppyCidr(text: string): boolean {
  const slash = text.indexOf('/');
  const [address, length] = [text.slice(0, Math.max(slash, 0)), text.slice(slash + 1)];
  if (slash < 0 || !/^[0-9]+$/.test(length)) return false;
  if (isSloppyIPv4(address)) return Number(length) <= 32;
  return isIPv6Text(address, isSloppyIPv4) && Number(length) <= 128;
}

/** Six, eight or twenty bytes with colons, hyphens, dots or nothing between them. */
export function isMac(text: string): boolean {
  if (/^[0-9a-fA-F]+$/.test(text)) return [12, 16, 40].includes(text.length);
  const pairs = /^[0-9a-fA-F]{2}(?:(:|-)[0-9a-fA-F]{2})(?:\1[0-9a-fA-F]{2})+$/.test(text);
  if (pairs) return [6, 8, 20].includes((text.length + 1) / 3);
  return /^[0-9a-fA-F]{4}(?:\.[0-9a-fA-F]{4})+$/.test(text) && [6, 8, 20].includes(((text.length + 1) / 5) * 2);
}
