import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { existsSync } from 'node:fs';
import { chmod, mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { namesIn, readRegularFile, readRegularText } from '../src/regular-file.js';
import { temporaryFolder } from './project-folder.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let file: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  file = path.join(folder.root, 'file');
});
afterEach(async () => folder.clean());

const unreadable = expect.objectContaining({ code: 'cannot-read' }) as Error;

test('a file is read, an empty one too, and one that does not exist is undefined', async () => {
  expect(readRegularText(file)).toBeUndefined();
  await writeFile(file, 'é');
  expect(readRegularText(file)).toBe('é');
  expect(readRegularFile(file)).toEqual(Buffer.from('é'));
  await writeFile(file, '');
  expect(readRegularText(file)).toBe('');
  expect(readRegularText(path.join(file, 'below'))).toBeUndefined();
});

test('a folder, a pipe, a socket and a device are errors that name the file, and none of them blocks', async () => {
  const places = [path.join(folder.root, 'folder'), path.join(folder.root, 'pipe'), path.join(folder.root, 'socket')];
  const [made = '', pipe = '', socket = ''] = places;
  await mkdir(made);
  execFileSync('mkfifo', [pipe]);
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(socket, resolve));
  const link = path.join(folder.root, 'link');
  await symlink('/dev/zero', link);
  for (const place of [...places, link]) {
    expect(() => readRegularText(place, { shown: 'tsconfig.json' })).toThrow(unreadable);
    expect(() => readRegularText(place, { shown: 'tsconfig.json' })).toThrow('tsconfig.json');
  }
  server.close();
});

test('a file beyond the limit is an error, whether or not the system knows its size', async () => {
  await writeFile(file, '');
  await truncate(file, 1001);
  expect(() => readRegularFile(file, { limit: 1000 })).toThrow(unreadable);
  expect(readRegularFile(file, { limit: 1001 })).toHaveLength(1001);
  if (!existsSync('/proc/self/maps')) return;
  expect(() => readRegularText('/proc/self/maps', { limit: 100 })).toThrow(unreadable);
  expect(readRegularText('/proc/self/maps')).toContain('/');
});

test.skipIf(process.getuid?.() === 0)('a file without permission is an error', async () => {
  await writeFile(file, 'x');
  await chmod(file, 0);
  expect(() => readRegularText(file)).toThrow(unreadable);
});

test('names of a folder: none when it does not exist, an error when it is something else', async () => {
  expect(namesIn(file)).toEqual([]);
  await writeFile(file, 'x');
  expect(namesIn(folder.root)).toEqual(['file']);
  expect(() => namesIn(file, 'config/crd/bases')).toThrow(unreadable);
});
