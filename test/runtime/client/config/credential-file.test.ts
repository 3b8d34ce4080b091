import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KubeConfigError } from '../../../../src/runtime/client/config/kube-config-error.js';
import { readCredentialFile } from '../../../../src/runtime/client/config/credential-file.js';
import { WatchedFile } from '../../../../src/runtime/client/config/watched-file.js';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kbts-credential-'));
  file = path.join(folder, 'token');
});
afterEach(() => rmSync(folder, { recursive: true }));

const refusal = async (): Promise<string> => {
  const error: unknown = await readCredentialFile(file).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(KubeConfigError);
  return (error as Error).message.replace(file, 'token');
};

test('reads a file, and a link to one, as volumes of Kubernetes have it', async () => {
  const target = path.join(folder, '..data');
  writeFileSync(target, 'secret-\u00e9');
  symlinkSync(target, file);

  expect(await readCredentialFile(file)).toBe('secret-\u00e9');
});

test('joins the pieces of a long file', async () => {
  const text = 'a\u00e9'.repeat(100_000);
  writeFileSync(file, text);

  expect(await readCredentialFile(file)).toBe(text);
});

test.runIf(process.platform === 'linux')('reads files that report no size', async () => {
  symlinkSync('/proc/self/status', file);

  expect(await readCredentialFile(file)).toContain('Name:');
});

test('refuses a pipe without waiting for a writer', async () => {
  execFileSync('mkfifo', [file]);

  expect(await refusal()).toBe('token: it is a named pipe, but must be a regular file');
});

test('refuses endless devices, folders and sockets', async () => {
  symlinkSync('/dev/zero', file);
  expect(await refusal()).toBe('token: it is a device, but must be a regular file');

  rmSync(file);
  mkdirSync(file);
  expect(await refusal()).toBe('token: it is a folder, but must be a regular file');

  rmSync(file, { recursive: true });
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(file, resolve));
  expect(await refusal()).toBe('token: it is a socket, but must be a regular file');
  await new Promise((resolve) => server.close(resolve));
});

test('does not read a file of a gigabyte', async () => {
  writeFileSync(file, '');
  truncateSync(file, 2 ** 30);

  expect(await refusal()).toBe('token: it is longer than 4194304 bytes');
});

test('names a file that does not exist', async () => {
  expect(await refusal()).toBe('token: it does not exist');
});

test.each(['', ' ', '\n\n'])('refuses an empty file (%j)', async (text) => {
  writeFileSync(file, text);

  expect(await refusal()).toBe('token: it is empty');
});

test('a token whose file is empty for a moment, or becomes a pipe, keeps its last text', async () => {
  writeFileSync(file, 'first');
  const watched = new WatchedFile(file);
  expect(await watched.text()).toBe('first');

  writeFileSync(file, '');
  watched.invalidate();
  expect(await watched.text()).toBe('first');

  rmSync(file);
  execFileSync('mkfifo', [file]);
  watched.invalidate();
  expect(await watched.text()).toBe('first');

  rmSync(file);
  writeFileSync(file, 'second');
  watched.invalidate();
  expect(await watched.text()).toBe('second');
});
