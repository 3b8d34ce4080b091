/** Reads the files that a kubeconfig names: tokens, certificates and keys. */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { KubeConfigError } from './kube-config-error.js';

/** Bundles of certificates have some hundred kilobytes. */
const LONGEST_FILE = 4 * 1024 * 1024;

/**
 * The text of a file. A device, a pipe or an endless file is an error: reading one would fill the memory, or keep a thread
 * of the process for ever. So is an empty file, which is about to be written: without a token requests would be anonymous, and
 * without an authority those of the system would be trusted. Throws a `KubeConfigError`.
 */
export async function readCredentialFile(file: string): Promise<string> {
  try {
    // Opening a device may have effects, so that it is not even opened.
    checkRegular(file, await stat(file));
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      // It may have been replaced since.
      checkRegular(file, await handle.stat());
      const text = await textOf(file, handle);
      if (text.trim() === '') throw new KubeConfigError(file, 'it is empty');
      return text;
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (cause instanceof KubeConfigError) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new KubeConfigError(file, code === 'ENOENT' ? 'it does not exist' : `it cannot be read (${message})`, cause);
  }
}

/** Files of /proc and the like report no size, so that what is read is counted. */
async function textOf(file: string, handle: FileHandle): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(64 * 1024));
    if (bytesRead === 0) return Buffer.concat(parts).toString('utf8');
    size += bytesRead;
    if (size > LONGEST_FILE) throw new KubeConfigError(file, `it is longer than ${LONGEST_FILE} bytes`);
    parts.push(buffer.subarray(0, bytesRead));
  }
}

function checkRegular(file: string, info: Stats): void {
  if (info.isFile()) return;
  const kind = info.isDirectory() ? 'folder' : info.isFIFO() ? 'named pipe' : info.isSocket() ? 'socket' : 'device';
  throw new KubeConfigError(file, `it is a ${kind}, but must be a regular file`);
}
