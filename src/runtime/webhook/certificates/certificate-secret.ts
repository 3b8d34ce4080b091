/** Keeps the certificate in a Secret; of several replicas that write, one wins and the others learn of it. */
import { X509Certificate } from 'node:crypto';
import { is } from '../../client/requests/api-error.js';
import type { Client } from '../../client/client.js';
import { defineKind } from '../../object/kind.js';
import type { KubeObject, ObjectKey } from '../../object/meta.js';
import { mutable } from '../../object/readonly.js';
import type { CertificateState } from './certificate-plan.js';

interface Secret extends KubeObject {
  type?: string;
  data?: Record<string, string>;
}

const Secret = defineKind<Secret>({ group: '', version: 'v1', kind: 'Secret', plural: 'secrets', scope: 'Namespaced' });

const sinceAnnotation = 'kbts.dev/certificate-step-time';

/** The Secret as it was read, with what could be understood of it. */
export interface StoredCertificate {
  readonly state: CertificateState | undefined;
  /** Undefined when there is no Secret yet. */
  readonly secret: Secret | undefined;
}

/** Reads the Secret; contents that make no sense count as none. */
export async function readCertificate(client: Client, key: ObjectKey, signal: AbortSignal): Promise<StoredCertificate> {
  const found = await client.live.find(Secret, key, { signal });
  if (!found) return { state: undefined, secret: undefined };
  const secret = mutable<Secret>(found);
  return { secret, state: decode(secret) };
}

/** Writes `state`. Returns false when another replica was quicker: then read again. */
export async function writeCertificate(
  client: Client,
  key: ObjectKey,
  { before, state, signal }: { before: StoredCertificate; state: CertificateState; signal: AbortSignal },
): Promise<boolean> {
  const { secret } = before;
  const metadata = {
    ...(secret?.metadata ?? key),
    annotations: { ...secret?.metadata.annotations, [sinceAnnotation]: state.since.toISOString() },
  };
  const desired = new Secret({ type: 'kubernetes.io/tls', ...secret, metadata, data: encode(state) });
  try {
    await (secret ? client.update(desired, { signal }) : client.create(desired, { signal }));
    return true;
  } catch (error) {
    // Without a Secret, what was not found is the namespace: reading again would not bring it.
    const isLate = is.conflict(error) || is.alreadyExists(error) || (secret !== undefined && is.notFound(error));
    if (isLate) return false;
    throw error;
  }
}

function encode({ serving, next, ca }: CertificateState): Record<string, string> {
  const texts = {
    'tls.crt': serving.cert,
    'tls.key': serving.key,
    'ca.crt': ca.join(''),
    ...(next && { 'next.crt': next.cert, 'next.key': next.key }),
  };
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text).toString('base64')]));
}

function decode({ data = {}, metadata }: Secret): CertificateState | undefined {
  const text = (name: string): string => Buffer.from(data[name] ?? '', 'base64').toString();
  const ca = splitPem(text('ca.crt'));
  if (ca.length === 0) return undefined;
  const next = { cert: text('next.crt'), key: text('next.key') };
  const since = new Date(metadata.annotations?.[sinceAnnotation] ?? 0);
  return {
    serving: { cert: text('tls.crt'), key: text('tls.key') },
    ...(next.cert !== '' && { next }),
    ca,
    // A time that cannot be read must not stop a rotation for ever.
    since: Number.isNaN(since.getTime()) ? new Date(0) : since,
  };
}

/** The certificates of a bundle, one by one; anything else in it is dropped. */
function splitPem(bundle: string): string[] {
  const blocks = bundle.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g) ?? [];
  return blocks.filter(isCertificate);
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca;
  } catch {
    // Not a certificate, so nothing that anyone could trust.
    return false;
  }
}
