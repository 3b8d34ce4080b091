/** As much of DER (ITU-T X.690) as certificates need. */

/** Tag, length and content. */
export function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthBytes(content.length), content]);
}

/** An ordered collection. */
export function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, ...parts);
}

/** An unordered collection; used with one member only, as the order of several would have to be canonical. */
export function set(part: Buffer): Buffer {
  return element(0x31, part);
}

/** A whole number of any size, never negative. */
export function integer(bytes: Buffer): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const shortest = bytes.subarray(start);
  const isHigh = ((shortest[0] ?? 0) & 0x80) !== 0;
  return element(0x02, isHigh ? Buffer.concat([Buffer.from([0]), shortest]) : shortest);
}

/** True or false. */
export function boolean(value: boolean): Buffer {
  return element(0x01, Buffer.from([value ? 0xff : 0]));
}

/** Bytes. */
export function octets(content: Buffer): Buffer {
  return element(0x04, content);
}

/** Bits; the last byte has `unused` meaningless ones. */
export function bits(content: Buffer, unused = 0): Buffer {
  return element(0x03, Buffer.from([unused]), content);
}

/** Text. */
export function utf8(text: string): Buffer {
  return element(0x0c, Buffer.from(text, 'utf8'));
}

/** An object identifier such as `2.5.4.3`. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** A moment, in seconds; the two-digit form is prescribed up to 2049. */
export function time(date: Date): Buffer {
  const digits = date
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '');
  return date.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2), 'ascii'))
    : element(0x18, Buffer.from(digits, 'ascii'));
}

/** The elements inside a constructed element, each with its tag and length. */
export function children(parent: Buffer): Buffer[] {
  const found: Buffer[] = [];
  const { start, end } = extent(parent, 0);
  let offset = start;
  while (offset < end) {
    const { end: next } = extent(parent, offset);
    found.push(parent.subarray(offset, next));
    offset = next;
  }
  return found;
}

function extent(buffer: Buffer, offset: number): { start: number; end: number } {
  const first = buffer[offset + 1];
  if (first === undefined) throw new RangeError('the DER data ends in the middle of an element');
  const lengthSize = first < 0x80 ? 0 : first & 0x7f;
  const start = offset + 2 + lengthSize;
  const length = lengthSize === 0 ? first : buffer.readUIntBE(offset + 2, lengthSize);
  if (start + length > buffer.length) throw new RangeError('the DER data ends in the middle of an element');
  return { start, end: start + length };
}

function lengthBytes(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const size = Math.ceil(Math.log2(length + 1) / 8);
  const bytes = Buffer.alloc(size + 1);
  bytes[0] = 0x80 | size;
  bytes.writeUIntBE(length, 1, size);
  return bytes;
}

function base128(value: number): number[] {
  const groups = [value & 0x7f];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    groups.unshift((rest & 0x7f) | 0x80);
  return groups;
}
