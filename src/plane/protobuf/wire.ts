/** The wire format of protobuf: numbered fields, each a number or bytes. */

/** A body that is not what it says. */
export class ProtobufFailure extends Error {
  override readonly name = 'ProtobufFailure';
}

/** The value of a field as it is sent. */
export type WireValue = bigint | Buffer;

/** The bytes of a field that must have some. */
export function asBytes(value: WireValue): Buffer {
  if (Buffer.isBuffer(value)) return value;
  throw new ProtobufFailure('a length-delimited value was expected');
}

/** A whole number with its sign. */
export function asNumber(value: WireValue): number {
  if (typeof value === 'bigint') return Number(BigInt.asIntN(64, value));
  throw new ProtobufFailure('a number was expected');
}

/** Fields of a message in the order of the wire. */
export function* entries(bytes: Buffer): Generator<[number, WireValue]> {
  let position = 0;
  const varint = (): bigint => {
    let result = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[position++];
      if (byte === undefined || shift > 63n) throw new ProtobufFailure('unexpected end of message');
      result |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return result;
    }
  };
  const take = (length: number): Buffer => {
    if (position + length > bytes.length) throw new ProtobufFailure('unexpected end of message');
    position += length;
    return bytes.subarray(position - length, position);
  };
  while (position < bytes.length) {
    const tag = varint();
    const wire = Number(tag & 7n);
    const number = Number(tag >> 3n);
    if (wire === 0) yield [number, varint()];
    else if (wire === 1) yield [number, take(8)];
    else if (wire === 2) yield [number, take(Number(varint()))];
    else if (wire === 5) yield [number, take(4)];
    else throw new ProtobufFailure(`wire type ${wire} is not supported`);
  }
}
