/** Keys and certificates of a test control plane. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type CertificateAuthority, createCa } from '../../certificate/certificate-authority.js';
import type { ClusterConfig } from '../../runtime/client/config/cluster-config.js';
import type { TestUser } from '../control-plane.js';

const week = 7 * 86_400_000;

/** Writes what kube-apiserver reads at its start into `folder`, and returns the authority that signed it. */
export async function writePki(folder: string): Promise<CertificateAuthority> {
  const ca = createCa({ commonName: 'kbts-envtest', validMs: week });
  const server = ca.issue({
    commonName: 'kube-apiserver',
    dnsNames: ['localhost', 'kubernetes', 'kubernetes.default', 'kubernetes.default.svc'],
    ipAddresses: ['127.0.0.1', '10.0.0.1'],
    usages: ['server'],
    validMs: week,
  });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const files = {
    'ca.crt': ca.cert,
    'apiserver.crt': server.cert,
    'apiserver.key': server.key,
    'service-account.key': privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
  };
  await mkdir(folder, { recursive: true });
  await Promise.all(
    Object.entries(files).map(([name, text]) => writeFile(path.join(folder, name), text, { mode: 0o600 })),
  );
  return ca;
}

/** A config of a user that the authority vouches for: the name is the common name, groups are organisations. */
export function userConfig(ca: CertificateAuthority, server: string, user: TestUser): ClusterConfig {
  const pair = ca.issue({ commonName: user.name, organizations: user.groups, usages: ['client'], validMs: week });
  return { server, ca: ca.cert, cert: pair.cert, key: pair.key };
}
