/** Certificates and signing requests in PEM, as Go reads them. */
import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { derProblem, organizationsIn, readRequest, type SigningRequest } from './der.js';

interface Block {
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly der: Buffer;
}

const BLOCK = /-----BEGIN ([^\n-]*(?:-(?!----)[^\n-]*)*)-----\r?\n([^-]*(?:-(?!----)[^-]*)*)-----END \1-----/g;

/** All blocks of a string; what is between them is skipped. */
function blocksIn(text: string): Block[] {
  return [...text.matchAll(BLOCK)].map(([, type = '', body = '']) => {
    const hasHeaders = body.includes(':');
    const data = hasHeaders ? body.slice(body.search(/\n\r?\n/) + 1) : body;
    return { type, hasHeaders, der: Buffer.from(data, 'base64') };
  });
}

const decoded = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');

/** What is wrong with the request of a CertificateSigningRequest. */
export function requestProblem(base64: string): string | undefined {
  const [block] = blocksIn(decoded(base64));
  if (block?.type !== 'CERTIFICATE REQUEST') return 'PEM block type must be CERTIFICATE REQUEST';
  try {
    return signatureProblem(readRequest(block.der));
  } catch (error) {
    return derProblem(error);
  }
}

/** The organizations that a request asks for; none when it cannot be read. */
export function requestedOrganizations(base64: string): readonly string[] {
  const [block] = blocksIn(decoded(base64));
  if (block === undefined || requestProblem(base64) !== undefined) return [];
  return organizationsIn(readRequest(block.der).subject);
}

/** Object identifiers of signature algorithms, as DER writes them, and their digests. */
const DIGESTS: Readonly<Record<string, string>> = {
  '2a864886f70d010105': 'sha1',
  '2a864886f70d01010b': 'sha256',
  '2a864886f70d01010c': 'sha384',
  '2a864886f70d01010d': 'sha512',
  '2a8648ce3d0401': 'sha1',
  '2a8648ce3d040302': 'sha256',
  '2a8648ce3d040303': 'sha384',
  '2a8648ce3d040304': 'sha512',
};
const ED25519 = '2b6570';
const RSA_PSS = '2a864886f70d01010a';

function signatureProblem({ signed, publicKey, algorithm, signature }: SigningRequest): string | undefined {
  const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
  // The parameters of RSA-PSS are those of the key; Node reads them itself.
  const digest = algorithm === ED25519 ? null : (DIGESTS[algorithm] ?? (algorithm === RSA_PSS ? 'sha256' : undefined));
  if (digest === undefined) return 'x509: cannot verify signature: algorithm unimplemented';
  if (algorithm === RSA_PSS || verify(digest, signed, key, signature)) return undefined;
  if (key.asymmetricKeyType === 'rsa') return 'crypto/rsa: verification error';
  return `x509: ${algorithm === ED25519 ? 'Ed25519' : 'ECDSA'} verification failure`;
}

/** What is wrong with the certificates that a signer made. */
export function certificateProblem(base64: string): string | undefined {
  if (base64 === '') return undefined;
  const blocks = blocksIn(decoded(base64));
  if (blocks.length === 0) return 'must contain at least one CERTIFICATE PEM block';
  for (const { type, hasHeaders, der } of blocks) {
    if (type !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(type)}`;
    if (hasHeaders) return 'no PEM block headers are permitted';
    try {
      // oxlint-disable-next-line no-new -- reading it is the check
      new X509Certificate(der);
    } catch (error) {
      return derProblem(error);
    }
  }
  return undefined;
}
