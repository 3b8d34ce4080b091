import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CertificateAuthority } from '../../../src/certificate/certificate-authority.js';
import { Overlaps } from '../overlap/overlaps.js';
import { CredentialFiles } from './credential-files.js';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'kbts-credentials-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('the token stays expired until the last fault that expired it ends', async () => {
  const { files, token } = setUp();
  await files.renew();
  const first = await files.expireToken();
  const second = await files.expireToken();

  await first();
  expect(token()).toBe('token for -60 s');

  await second();
  expect(token()).toBe('token for 3600 s');
});

test('a process that starts while its token is expired gets a new one', async () => {
  const { files, token } = setUp();
  await files.expireToken();

  await files.renew();

  expect(token()).toBe('token for 3600 s');
});

test('a process that starts between short-lived tokens gets one that is accepted for as long', async () => {
  const { files, token } = setUp();
  await files.renew();
  await files.rotateToken(8);

  await files.renew();

  expect(token()).toBe('token for -52 s');
});

test('a late bundle does not replace that of a newer rotation', async () => {
  const { files, bundle, served, endPauses, overlaps } = setUp();
  await files.renew();
  const late = files.rotateCa(1_000);
  const prompt = files.rotateCa(0);
  await endPauses();
  await Promise.all([late, prompt]);

  expect(served()).toBe('ca2');
  expect(bundle()).toBe('ca1ca2');
  expect(overlaps.report().sharedState).toEqual({ ca: 1 });
});

test('a process that starts during a rotation trusts the CA in use and the next one', async () => {
  const { files, bundle, served } = setUp();
  const rotated = files.rotateCa(0);
  const started = files.renew();
  await Promise.all([rotated, started]);

  expect(served()).toBe('ca1');
  expect(bundle()).toContain('ca1');
});

test('a late rotation serves the new CA before the file contains it', async () => {
  const { files, bundle, served, endPauses } = setUp();
  await files.renew();
  const late = files.rotateCa(200);
  await expect.poll(served).toBe('ca1');
  expect(bundle()).toBe('ca0');

  await endPauses();
  await late;
  expect(bundle()).toBe('ca0ca1');
});

function setUp() {
  const overlaps = new Overlaps();
  const server = {
    ca: 'ca0',
    rotateCa({ cert }: CertificateAuthority): void {
      this.ca = cert;
    },
  };
  let made = 0;
  const waiting: (() => void)[] = [];
  const files = new CredentialFiles({
    prefix: path.join(folder, 'manager0'),
    mint: { mint: (seconds) => `token for ${seconds} s` },
    server,
    createCa: () => ({ cert: `ca${++made}` }) as CertificateAuthority,
    pause: () => new Promise((resolve) => waiting.push(resolve)),
    counter: overlaps,
  });
  return {
    files,
    overlaps,
    served: () => server.ca,
    token: () => readFileSync(files.tokenFile, 'utf8'),
    bundle: () => readFileSync(files.caFile, 'utf8'),
    async endPauses() {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      waiting.splice(0).forEach((resolve) => resolve());
    },
  };
}
