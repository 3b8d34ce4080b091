/** Texts from the network that end up in a cluster or a project. */
import { limitedBody, safeFetch } from '../safe-fetch.js';

const timeoutMs = 30_000;

/** The text at an address, up to a limit. Rejects plain http, except on this machine, and redirects to it. */
export async function fetchedText(
  address: string,
  { limit, signal }: { readonly limit: number; readonly signal?: AbortSignal },
): Promise<string> {
  const time = AbortSignal.timeout(timeoutMs);
  const response = await safeFetch(address, { signal: signal ? AbortSignal.any([signal, time]) : time });
  if (!response.ok) throw new Error(`it answers with ${response.status} ${response.statusText}`.trimEnd());
  return (await limitedBody(response, limit)).toString('utf8');
}
