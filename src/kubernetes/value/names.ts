/** Rules for names, label keys and label values, with the server's wording. */

const SUBDOMAIN_PATTERN = '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*';
const SUBDOMAIN = new RegExp(`^${SUBDOMAIN_PATTERN}$`);
const LABEL_1123 = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LABEL_1035 = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const QUALIFIED = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

/** Checks a name and returns what is wrong with it. */
export type NameRule = (name: string) => string[];

/** Most objects: a lowercase DNS subdomain. */
export const isSubdomain: NameRule = (name) => {
  const problems: string[] = [];
  if (name.length > 253) problems.push('must be no more than 253 bytes');
  if (!SUBDOMAIN.test(name)) {
    problems.push(
      `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${SUBDOMAIN_PATTERN}')`,
    );
  }
  return problems;
};

/** Namespaces and the like: one lowercase DNS label. */
export const isDnsLabel: NameRule = (name) => {
  const problems: string[] = [];
  if (name.length > 63) problems.push('must be no more than 63 bytes');
  if (!LABEL_1123.test(name) && SUBDOMAIN.test(name)) problems.push('must not contain dots');
  else if (!LABEL_1123.test(name)) {
    problems.push(
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    );
  }
  return problems;
};

/** Services: a DNS label that starts with a letter. */
export const isDns1035Label: NameRule = (name) => {
  const problems: string[] = [];
  if (name.length > 63) problems.push('must be no more than 63 bytes');
  if (!LABEL_1035.test(name)) {
    problems.push(
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
    );
  }
  return problems;
};

/** RBAC objects: anything that can be in a path. */
export const isPathSegment: NameRule = (name) => {
  if (name === '.') return ["may not be '.'"];
  if (name === '..') return ["may not be '..'"];
  return isPathPrefix(name);
};

/** The beginning of a name that can be in a path. */
export const isPathPrefix: NameRule = (name) => {
  const problems: string[] = [];
  if (name.includes('/')) problems.push("may not contain '/'");
  if (name.includes('%')) problems.push("may not contain '%'");
  return problems;
};

/** Label and annotation keys: `name` or `domain/name`. */
export function qualifiedNameProblems(key: string): string[] {
  const parts = key.split('/');
  const problems: string[] = [];
  let name = parts[0] ?? '';
  if (parts.length > 2) {
    return [
      "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
    ];
  }
  if (parts.length === 2) {
    const prefix = parts[0] ?? '';
    name = parts[1] ?? '';
    if (prefix === '') problems.push('prefix part must be non-empty');
    else problems.push(...isSubdomain(prefix).map((problem) => `prefix part ${problem}`));
  }
  if (name === '') problems.push('name part must be non-empty');
  else if (name.length > 63) problems.push('name part must be no more than 63 bytes');
  if (!QUALIFIED.test(name)) {
    problems.push(
      "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    );
  }
  return problems;
}

/** Label values. */
export function labelValueProblems(value: string): string[] {
  const problems: string[] = [];
  if (value.length > 63) problems.push('must be no more than 63 bytes');
  if (!LABEL_VALUE.test(value)) {
    problems.push(
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    );
  }
  return problems;
}
