/** Requests to addresses that others name: over https only, with few redirects, and answers up to a limit. */

const mostRedirects = 5;

/** What is asked. */
export interface SafeRequest {
  readonly method?: 'GET' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** As `fetch`. Rejects plain http, except on this machine, and redirects to it. */
export async function safeFetch(address: string | URL, request: SafeRequest = {}): Promise<Response> {
  const { method = 'GET', signal } = request;
  let current = new URL(address);
  let { headers = {} } = request;
  for (let count = 0; count <= mostRedirects; count++) {
    checkAddress(current);
    const response = await fetch(current, { method, headers, redirect: 'manual', ...(signal && { signal }) });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const next = new URL(location, current);
    if (current.protocol === 'https:' && next.protocol !== 'https:')
      throw new Error(`it leads to ${next.protocol}//${next.host}, which is not https`);
    if (next.origin !== current.origin) headers = withoutCredentials(headers);
    current = next;
  }
  throw new Error(`it leads on more than ${mostRedirects} times`);
}

/** The bytes of an answer. Rejects one that is longer, without reading the rest. */
export async function limitedBody(response: Response, limit: number): Promise<Buffer> {
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
  return Buffer.concat(parts);
}

/** Whether a host, with or without its port, is this machine, where there is no network that could change anything. */
export function isThisMachine(host: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host);
}

/** Anybody on the way can change what comes over plain HTTP. */
function checkAddress(address: URL): void {
  if (address.protocol === 'https:' || (address.protocol === 'http:' && isThisMachine(address.host))) return;
  throw new Error(`${address.protocol}//${address.host} is not https, so the answer could be anybody's`);
}

function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'));
}
