/** What a path and method ask for, in the words that authorization and routing use. */

/** A request for a resource, or for a plain path. */
export interface RequestInfo {
  readonly path: string;
  readonly method: string;
  readonly query: URLSearchParams;
  readonly isResource: boolean;
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string | undefined;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
}

/** Shared by all requests without a query; nobody writes to it. */
const NO_QUERY = new URLSearchParams();

/** Splits a request as kube-apiserver does. `namespaces/x` itself counts as being in namespace x. */
export function requestInfo(method: string, url: string): RequestInfo {
  const [rawPath = '/', rawQuery = ''] = splitOnce(url, '?');
  const query = rawQuery === '' ? NO_QUERY : new URLSearchParams(rawQuery);
  const segments: string[] = [];
  for (const part of rawPath.split('/')) if (part !== '') segments.push(safeDecode(part));
  const isCore = segments[0] === 'api';
  const group = isCore ? '' : (segments[1] ?? '');
  const version = segments[isCore ? 1 : 2];
  const rest = segments.slice(isCore ? 2 : 3);
  if ((!isCore && segments[0] !== 'apis') || version === undefined || rest.length === 0) {
    return plainPath(rawPath, method, query);
  }

  let namespace: string | undefined;
  let parts = rest;
  if (rest[0] === 'namespaces' && rest.length > 1) {
    namespace = rest[1];
    // `namespaces/x`, `namespaces/x/status` and `namespaces/x/finalize` are about the Namespace object.
    if (rest.length > 2 && rest[2] !== 'status' && rest[2] !== 'finalize') parts = rest.slice(2);
  }
  const [resource = '', name = ''] = parts;
  return {
    path: rawPath,
    method,
    query,
    isResource: true,
    verb: verbOf(method, name, query),
    group,
    version,
    namespace,
    resource,
    subresource: parts.slice(2).join('/'),
    name,
  };
}

function plainPath(path: string, method: string, query: URLSearchParams): RequestInfo {
  return {
    path,
    method,
    query,
    isResource: false,
    verb: method.toLowerCase(),
    group: '',
    version: '',
    namespace: undefined,
    resource: '',
    subresource: '',
    name: '',
  };
}

function verbOf(method: string, name: string, query: URLSearchParams): string {
  switch (method) {
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return name === '' ? 'deletecollection' : 'delete';
    default:
      if (isTrue(query.get('watch'))) return 'watch';
      return name === '' ? 'list' : 'get';
  }
}

/** `1`, `true` and an empty value mean yes. */
export function isTrue(value: string | null): boolean {
  return value !== null && value !== 'false' && value !== '0';
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}

function safeDecode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
