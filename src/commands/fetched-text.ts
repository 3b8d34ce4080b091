/** Texts from the network that end up in a cluster or a project: over https only, and up to a limit. */

const mostRedirects = 5;
const timeoutMs = 30_000;

/** The text at an address. Rejects plain http, except on this machine, and redirects to it. */
export async function fetchedText(
  address: string,
  { limit, signal }: { readonly limit: number; readonly signal?: AbortSignal },
): Promise<string> {
  const time = AbortSignal.timeout(timeoutMs);
  const response = await follow(new URL(address), signal ? AbortSignal.any([signal, time]) : time);
  return readBody(response, limit);
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
      if (!response.ok) throw new Error(`it answers with ${response.status} ${response.statusText}`.trimEnd());
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

async function readBody(response: Response, limit: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > limit) {
      await reader?.cancel();
      throw new Error(`it is larger than ${limit} bytes`);
    }
    parts.push(part.value);
  }
  return Buffer.concat(parts).toString('utf8');
}
