/** IP addresses and networks. */
import { isIPv4, isIPv6 } from 'node:net';

/** An IP address; IPv6 without zone and never an IPv4 address in IPv6 form. */
export class Ip {
  readonly family: 4 | 6;
  readonly bits: bigint;

  constructor(family: 4 | 6, bits: bigint) {
    this.family = family;
    this.bits = bits;
  }

  get width(): number {
    return this.family === 4 ? 32 : 128;
  }

  isSame(other: Ip): boolean {
    return this.family === other.family && this.bits === other.bits;
  }

  /** Whether the first bits are those of another address. */
  startsWith(other: Ip, length: number): boolean {
    const shift = BigInt(this.width - length);
    return this.family === other.family && this.bits >> shift === other.bits >> shift;
  }

  isIn(text: string): boolean {
    return parseCidr(text)?.contains(this) === true;
  }

  toString(): string {
    if (this.family === 4) return [24n, 16n, 8n, 0n].map((shift) => (this.bits >> shift) & 255n).join('.');
    const groups = Array.from({ length: 8 }, (_, index) =>
      ((this.bits >> BigInt(112 - 16 * index)) & 0xffffn).toString(16),
    );
    return shortened(groups);
  }
}

/** The longest run of zeros, of two groups at least, is left out. */
function shortened(groups: readonly string[]): string {
  let [best, length] = [0, 1];
  for (let start = 0; start < 8; start++) {
    let end = start;
    while (groups[end] === '0') end++;
    if (end - start > length) [best, length] = [start, end - start];
  }
  if (length < 2) return groups.join(':');
  return `${groups.slice(0, best).join(':')}::${groups.slice(best + length).join(':')}`;
}

/** A network. */
export class Cidr {
  readonly ip: Ip;
  readonly length: number;

  constructor(ip: Ip, length: number) {
    this.ip = ip;
    this.length = length;
  }

  isSame(other: Cidr): boolean {
    return this.length === other.length && this.ip.isSame(other.ip);
  }

  contains(ip: Ip): boolean {
    return ip.startsWith(this.ip, this.length);
  }

  /** The network without the bits of a host. */
  masked(): Cidr {
    const shift = BigInt(this.ip.width - this.length);
    return new Cidr(new Ip(this.ip.family, (this.ip.bits >> shift) << shift), this.length);
  }

  toString(): string {
    return `${this.ip.toString()}/${this.length}`;
  }
}

/** Undefined when it is not an address, has a zone, or is an IPv4 address in IPv6 form. */
export function parseIp(text: string): Ip | undefined {
  if (isIPv4(text)) {
    if (text.split('.').some((part) => part.length > 1 && part.startsWith('0'))) return undefined;
    return new Ip(
      4,
      text.split('.').reduce((sum, part) => (sum << 8n) + BigInt(part), 0n),
    );
  }
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const bits = ipv6Bits(text);
  return bits >> 32n === 0xffffn ? undefined : new Ip(6, bits);
}

function ipv6Bits(text: string): bigint {
  const plain = text.replace(/(?<!\d)(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail] = plain.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const last = groups(tail ?? '');
  const first = groups(head);
  const all =
    tail === undefined
      ? first
      : [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
  return all.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n);
}

/** Undefined when it is not a network. */
export function parseCidr(text: string): Cidr | undefined {
  const [address = '', length = '', more] = text.split('/');
  const ip = parseIp(address);
  if (ip === undefined || more !== undefined || !/^(?:0|[1-9]\d*)$/.test(length) || Number(length) > ip.width)
    return undefined;
  return new Cidr(ip, Number(length));
}
