import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { userConfig, writePki } from '../../../src/testing/envtest/pki.js';

test('writes what kube-apiserver reads, for this user only', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kbts-pki-'));

  const ca = await writePki(folder);

  const serving = new X509Certificate(await readFile(path.join(folder, 'apiserver.crt')));
  expect(serving.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(serving.verify(new X509Certificate(ca.cert).publicKey)).toBe(true);
  expect((await stat(path.join(folder, 'apiserver.key'))).mode & 0o077).toBe(0);
  expect(await readFile(path.join(folder, 'service-account.key'), 'utf8')).toContain('BEGIN EC PRIVATE KEY');
  const user = new X509Certificate(userConfig(ca, 'https://s', { name: 'ann', groups: ['a', 'b'] }).cert ?? '');
  expect(user.subject).toBe('O=a\nO=b\nCN=ann');
  await rm(folder, { recursive: true });
});
