/** URLs as Go's url.Parse reads them. */
import { CONTROL, ESCAPES, isAuthority } from './request-uri.js';

/** The parts of a URL that rules look at. */
export interface GoUrl {
  readonly scheme: string;
  readonly host: string;
  /** Undefined when there is no `@`. */
  readonly user: string | undefined;
  readonly query: string;
  readonly fragment: string;
}

/** The parts, or why the text is not a URL. */
export function parseGoUrl(text: string): GoUrl | { readonly problem: string } {
  const [main, fragment = ''] = cut(text, '#');
  const failed = (why: string): { problem: string } => ({ problem: `parse ${JSON.stringify(main)}: ${why}` });
  if (CONTROL.test(main)) return failed('net/url: invalid control character in URL');
  if (main.startsWith(':')) return failed('missing protocol scheme');
  const [, given = '', afterScheme = main] = /^([A-Za-z][A-Za-z0-9+.-]*):([^]*)$/.exec(main) ?? [];
  const scheme = given.toLowerCase();
  const [rest, query = ''] = cut(afterScheme, '?');
  const none = { scheme, host: '', user: undefined, query, fragment };
  if (ESCAPES.test(fragment)) return failed('invalid URL escape');
  if (!rest.startsWith('/')) {
    if (scheme !== '') return none;
    const [segment] = cut(rest, '/');
    if (segment.includes(':')) return failed('first path segment in URL cannot contain colon');
    return ESCAPES.test(rest) ? failed('invalid URL escape') : none;
  }
  const hasAuthority = rest.startsWith('//') && (scheme !== '' || !rest.startsWith('///'));
  if (!hasAuthority) return ESCAPES.test(rest) ? failed('invalid URL escape') : none;
  const slash = rest.indexOf('/', 2);
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  if (!isAuthority(scheme, authority)) return failed('invalid host');
  if (slash >= 0 && ESCAPES.test(rest.slice(slash))) return failed('invalid URL escape');
  const at = authority.lastIndexOf('@');
  return { ...none, host: authority.slice(at + 1), user: at < 0 ? undefined : authority.slice(0, at) };
}

function cut(text: string, separator: string): [string, string?] {
  const place = text.indexOf(separator);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + separator.length)];
}
