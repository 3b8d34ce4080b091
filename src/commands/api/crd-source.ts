/** Reads the text of a CRD from a file or an address, with limits. */
import path from 'node:path';
import { UserError } from '../../errors.js';
import { readRegularText } from '../../regular-file.js';
import { fetchedText } from '../fetched-text.js';

/** No CRD is larger: etcd takes 1.5 MB, and a file may have a few dozen. */
export const largestSource = 32 * 1024 * 1024;

/** Whether a source is an address, and not a file. */
export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** The text of a file or of an https address. */
export async function readCrdSource(source: string, cwd: string): Promise<string> {
  return isAddress(source) ? fetchText(source) : readText(path.resolve(cwd, source), source);
}

function readText(file: string, source: string): string {
  const text = readRegularText(file, { shown: source, limit: largestSource });
  if (text !== undefined) return text;
  throw new UserError('cannot-read', `${source} cannot be read: no such file`, {
    fix: 'pass the path of a YAML file, an https address, or "-" for standard input',
  });
}

async function fetchText(address: string): Promise<string> {
  try {
    return await fetchedText(address, { limit: largestSource });
  } catch (error) {
    throw new UserError('cannot-read', `${address} cannot be fetched: ${(error as Error).message}`, {
      fix: 'download the file yourself and give its path',
      cause: error,
    });
  }
}
