/** Rules for strings that only built-in kinds have, with the server's wording. */
import type { TextRule } from '../../kubernetes/field.js';

/** Wording of a pattern that does not match. */
export function patternProblem(message: string, pattern: string, ...examples: readonly string[]): string {
  if (examples.length === 0) return `${message} (regex used for validation is '${pattern}')`;
  const list = examples.map((example) => `'${example}', `).join(' or ');
  return `${message} (e.g. ${list}regex used for validation is '${pattern}')`;
}

/** Names of ports in Services and containers. */
export const isPortName: TextRule = (name) => {
  const problems: string[] = [];
  if (name.length > 15) problems.push('must be no more than 15 characters');
  if (!/^[-a-z0-9]+$/.test(name))
    problems.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!/[a-z]/.test(name)) problems.push('must contain at least one letter (a-z)');
  if (name.includes('--')) problems.push('must not contain consecutive hyphens');
  if (name.startsWith('-') || name.endsWith('-')) problems.push('must not begin or end with a hyphen');
  return problems;
};

/** Keys of ConfigMaps and Secrets. */
export const isConfigKey: TextRule = (key) => {
  const problems: string[] = [];
  if (key.length > 253) problems.push('must be no more than 253 characters');
  if (!/^[-._a-zA-Z0-9]+$/.test(key)) {
    const message = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
    problems.push(patternProblem(message, '[-._a-zA-Z0-9]+', 'key.name', 'KEY_NAME', 'key-name'));
  }
  if (key === '.') problems.push("must not be '.'");
  else if (key === '..') problems.push("must not be '..'");
  else if (key.startsWith('..')) problems.push("must not start with '..'");
  return problems;
};

/** Names of environment variables. */
export const isEnvName: TextRule = (name) => {
  if (name === '') return ['environment variable name must be non-empty'];
  if (/^[ -<>-~]*$/.test(name)) return [];
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
};

/** Names of HTTP headers. */
export const isHeaderName: TextRule = (name) => {
  if (/^[-A-Za-z0-9]+$/.test(name)) return [];
  const message = "a valid HTTP header must consist of alphanumeric characters or '-'";
  return [patternProblem(message, '[-A-Za-z0-9]+', 'X-Header-Name')];
};

const PERCENT = '[0-9]+%';

/** `25%`. */
export const isPercent: TextRule = (text) => {
  if (/^[0-9]+%$/.test(text)) return [];
  const message = "a valid percent string must be a numeric string followed by an ending '%'";
  return [patternProblem(message, PERCENT, '1%', '93%')];
};

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;

/** `*.example.com`. */
export const isWildcardDomain: TextRule = (host) => {
  const problems: string[] = [];
  if (host.length > 253) problems.push('must be no more than 253 characters');
  if (!new RegExp(`^\\*\\.${SUBDOMAIN}$`).test(host)) {
    const message =
      "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character";
    problems.push(patternProblem(message, `\\*\\.${SUBDOMAIN}`, '*.example.com'));
  }
  return problems;
};

/** Search domains may start with an underscore. */
export const isSearchDomain: TextRule = (text) => {
  const label = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
  const pattern = `${label}(\\.${label})*`;
  const problems: string[] = [];
  if (text.length > 253) problems.push('must be no more than 253 characters');
  if (!new RegExp(`^${pattern}$`).test(text)) {
    const message =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character";
    problems.push(patternProblem(message, pattern, 'example.com'));
  }
  return problems;
};

/** A C identifier. */
export const isIdentifier: TextRule = (text) => {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(text)) return [];
  const message =
    "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'";
  return [patternProblem(message, '[A-Za-z_][A-Za-z0-9_]*', 'my_name', 'MY_NAME', 'MyName')];
};

/** A path that may go down only. */
export const isDescendingPath: TextRule = (path) => [
  ...(path.startsWith('/') ? ['must be a relative path'] : []),
  ...hasNoBacksteps(path),
];

/** A path without `..`. */
export const hasNoBacksteps: TextRule = (path) => (path.split('/').includes('..') ? ["must not contain '..'"] : []);

/** A descending path whose first name is free. */
export const isLocalPath: TextRule = (path) => [
  ...isDescendingPath(path),
  ...(path.startsWith('..') && !path.startsWith('../') ? ["must not start with '..'"] : []),
];

/** A lowercase name of at least two labels with a path: `example.com/path`. */
export const isDomainPath: TextRule = (text) => {
  const slash = text.indexOf('/');
  const [domain, path] = slash < 0 ? [text, ''] : [text.slice(0, slash), text.slice(slash + 1)];
  if (domain === '' || path === '') return ['must be a domain-prefixed path (such as "acme.io/foo")'];
  const problems: string[] = [];
  if (!new RegExp(`^${SUBDOMAIN}$`).test(domain)) {
    const message =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
    problems.push(patternProblem(message, SUBDOMAIN, 'example.com'));
  }
  const pattern = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
  if (!new RegExp(`^${pattern}$`).test(path)) problems.push(patternProblem('Invalid path', pattern));
  return problems;
};
