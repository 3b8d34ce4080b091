/** As much of DER as a certificate request needs. */

/** What cannot be read. */
class DerFailure extends Error {
  override readonly name = 'DerFailure';
}

interface Element {
  readonly tag: number;
  /** With its header. */
  readonly whole: Buffer;
  readonly content: Buffer;
}

const SEQUENCE = 0x30;
const BIT_STRING = 0x03;

/** The parts of a PKCS#10 request that are looked at. */
export interface SigningRequest {
  /** What the signature is for. */
  readonly signed: Buffer;
  readonly subject: Buffer;
  readonly publicKey: Buffer;
  /** The object identifier of the signature's algorithm, in hexadecimal. */
  readonly algorithm: string;
  readonly signature: Buffer;
}

/** Reads a PKCS#10 request. */
export function readRequest(der: Buffer): SigningRequest {
  const outer = elementsOf(der);
  const [request] = outer;
  if (outer.length !== 1 || request?.tag !== SEQUENCE) throw new DerFailure('asn1: structure error');
  const [info, algorithm, signature] = elementsOf(request.content);
  if (info?.tag !== SEQUENCE || algorithm?.tag !== SEQUENCE || signature?.tag !== BIT_STRING) {
    throw new DerFailure('asn1: structure error');
  }
  const [version, subject, publicKey] = elementsOf(info.content);
  if (version?.tag !== 0x02 || subject?.tag !== SEQUENCE || publicKey?.tag !== SEQUENCE) {
    throw new DerFailure('asn1: structure error');
  }
  const [identifier] = elementsOf(algorithm.content);
  return {
    signed: info.whole,
    subject: subject.content,
    publicKey: publicKey.whole,
    algorithm: identifier?.content.toString('hex') ?? '',
    // The first octet counts unused bits.
    signature: signature.content.subarray(1),
  };
}

const ORGANIZATION = '55040a';

/** The organizations of a subject, a list of sets of names. */
export function organizationsIn(subject: Buffer): string[] {
  return elementsOf(subject)
    .flatMap(({ content }) => elementsOf(content))
    .flatMap(({ content }) => {
      const [type, value] = elementsOf(content);
      return type?.content.toString('hex') === ORGANIZATION ? [value?.content.toString('utf8') ?? ''] : [];
    });
}

function elementsOf(data: Buffer): Element[] {
  const result: Element[] = [];
  let start = 0;
  while (start < data.length) {
    const element = elementAt(data.subarray(start));
    result.push(element);
    start += element.whole.length;
  }
  return result;
}

function elementAt(data: Buffer): Element {
  const tag = data[0];
  const first = data[1];
  if (tag === undefined || first === undefined) throw new DerFailure('asn1: syntax error: data truncated');
  let [length, header] = [first, 2];
  if (first >= 0x80) {
    const size = first & 0x7f;
    if (size === 0 || size > 4 || data.length < 2 + size) throw new DerFailure('asn1: syntax error: data truncated');
    [length, header] = [data.readUIntBE(2, size), 2 + size];
  }
  if (data.length < header + length) throw new DerFailure('asn1: syntax error: data truncated');
  return { tag, whole: data.subarray(0, header + length), content: data.subarray(header, header + length) };
}

/** The words for a request that cannot be read. */
export function derProblem(error: unknown): string {
  if (error instanceof DerFailure) return error.message;
  if (error instanceof Error) return `x509: ${error.message}`;
  throw error;
}
