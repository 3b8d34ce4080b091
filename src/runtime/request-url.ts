/** Reads what a request asks for. */
import type { IncomingMessage } from 'node:http';

/** The URL of a request, of which only path and query mean something; undefined when it is none, as in `GET //`. */
export function requestUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): URL | undefined {
  const base = 'http://localhost';
  return URL.canParse(url, base) ? new URL(url, base) : undefined;
}
