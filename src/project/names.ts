/** The naming rules of Kubernetes, each as a question and as the sentence that explains it. */

const dns1035Label = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const dns1123Label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/** A rule for a name: `undefined` when the name is fine, otherwise what is wrong with it. */
export type NameRule = (name: string) => string | undefined;

/** `my-name`: starts with a letter, at most 63 characters. */
export const dns1035LabelRule: NameRule = (name) => {
  if (name.length > 63) return `it has ${name.length} characters, and 63 are allowed`;
  if (!dns1035Label.test(name))
    return 'it must start with a lower-case letter and contain only a-z, 0-9 and "-", not at the end';
  return undefined;
};

/** `my.domain`: labels joined by dots, at most 253 characters. */
export const dns1123SubdomainRule: NameRule = (name) => {
  if (name.length > 253) return `it has ${name.length} characters, and 253 are allowed`;
  const bad = name.split('.').find((label) => label.length > 63 || !dns1123Label.test(label));
  if (bad === undefined) return undefined;
  if (bad === '') return 'it is empty, or begins, ends or doubles a dot';
  if (bad.length > 63) return `its part ${shown(bad, 20)} has ${bad.length} characters, and 63 are allowed`;
  return `its part ${shown(bad)} must contain only a-z, 0-9 and "-", and neither begin nor end with "-"`;
};

/** `v1`, `v1beta1`, `v2alpha3`: the pattern by which Kubernetes orders versions. */
export const apiVersionRule: NameRule = (name) =>
  /^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$/.test(name) ? undefined : 'use the form v1, v1beta1 or v2alpha1';

/** `Guestbook`, `HTTPRoute`: a PascalCase word that is a TypeScript identifier and a DNS label. */
export const kindRule: NameRule = (name) => {
  if (name.length > 63) return `it has ${name.length} characters, and 63 are allowed`;
  if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) return 'use PascalCase with letters and digits only, such as Guestbook';
  return undefined;
};

/** The longest name that the scaffold derives from a project name. */
const longestSuffix = '-controller-manager-metrics-service';

/** A project name is a prefix of resource names, one of which is a Service of at most 63 characters. */
export const projectNameRule: NameRule = (name) => {
  const allowed = 63 - longestSuffix.length;
  if (name.length > allowed) {
    return `it has ${name.length} characters; ${allowed} are allowed, so that the Service "<name>${longestSuffix}" fits into 63`;
  }
  return dns1035LabelRule(name);
};

/** Types that every file of API types imports: a kind with such a name would hide them. */
const importedTypes: ReadonlySet<string> = new Set(['Condition', 'CustomResource']);

/** Names that a kind of a project must not have, although they are valid for a kind. */
export const ownKindRule: NameRule = (name) =>
  importedTypes.has(name)
    ? `it is the name of a type that every API of kbts uses; choose another, such as My${name}`
    : undefined;

/** `/mutate-guestbook`: the path of a URL. */
export const urlPathRule: NameRule = (name) => {
  if (name.length > 1024) return `it has ${name.length} characters, and 1024 are allowed`;
  return /^\/[A-Za-z0-9\-._~/]*$/.test(name)
    ? undefined
    : 'begin with "/" and use letters, digits, "-", "_", "." and "/"';
};

/** `src/api/v1`, `k8s.io/api/apps/v1`: a folder of the project, or a module. */
export const modulePathRule: NameRule = (name) => {
  if (name.length > 1024) return `it has ${name.length} characters, and 1024 are allowed`;
  const isPlain = name.split('/').every((part) => /^[@A-Za-z0-9._~-]+$/.test(part) && !/^\.+$/.test(part));
  return isPlain ? undefined : 'it is neither a folder such as src/api/v1 nor a module such as k8s.io/api/apps/v1';
};

/** One line of text. */
export const lineRule: NameRule = (name) => {
  if (name.length > 1024) return `it has ${name.length} characters, and 1024 are allowed`;
  return /\p{Cc}/u.test(name) ? 'it contains control characters' : undefined;
};

/** A value as a message shows it: short, and without characters that a terminal would obey. */
export function shown(value: unknown, length = 80): string {
  const text = (JSON.stringify(value) ?? String(value)).slice(0, 10 * length);
  const plain = [...text].map((one) => (/[\p{C}\p{Zl}\p{Zp}]/u.test(one) ? escaped(one) : one));
  return plain.length > length ? `${plain.slice(0, length).join('')}…` : plain.join('');
}

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
