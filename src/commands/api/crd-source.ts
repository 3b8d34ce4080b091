/** Reads the text of a CRD from a file or an address, with limits. */
import path from 'node:path';
import { UserError } from '../../errors.js';
import { readRegularText } from '../../regular-file.js';

/** No CRD is larger: etcd takes 1.5 MB, and a file may have a few dozen. */
export const largestSource = 32 * 1024 * 1024;
const mostRedirects = 5;

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
    const signal = AbortSignal.timeout(30_000);
    const response = await follow(new URL(address), signal);
    return await readBody(response);
  } catch (error) {
    throw new UserError('cannot-read', `${address} cannot be fetched: ${(error as Error).message}`, {
      fix: 'download the file yourself and give its path',
      cause: error,
    });
  }
}

/** Anybody on the way can change what comes over plain HTTP; on this machine there is no way. */
function checkAddress(address: URL): void {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname);
  if (address.protocol === 'https:' || (address.protocol === 'http:' && isLocal)) return;
  throw new Error(`${address.protocol}//${address.host} is not https, so the answer could be anybody's`);
}

async function follow(address: URL, signal: AbortSignal): Promise<Response> {
  let current = address;
  for (let count = 0; count <= mostRedirects; count++) {
    checkAddress(current);
    const response = await fetch(current, { signal, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) {
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      return response;
    }
    await response.body?.cancel();
    const next = new URL(location, current);
    if (current.protocol === 'https:' && next.protocol !== 'https:')
      throw new Error(`it leads to ${next.protocol}//${next.host}, which is not https`);
    current = next;
  }
  throw new Error(`it leads on more than ${mostRedirects} times`);
}

async function readBody(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > largestSource) {
      await reader?.cancel();
      throw new Error(`it is larger than ${largestSource} bytes`);
    }
    parts.push(part.value);
  }
  return Buffer.concat(parts).toString('utf8');
}
