/** The naming rules of Kubernetes, each as a question and as the sentence that explains it. */

const dns1035Label = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const dns1123Label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/** A rule for a name: `undefined` when the name is fine, otherwise what is wrong with it. */
export type NameRule = (name: string) => string | undefined;

/** `my-name`: starts with a letter, at most 63 characters. */
export const dns1035LabelRule: NameRule = (name) => {
  if (name.length > 63) return `it has ${name.length} characters, and 63 are allowed`;
  if (!dns1035Label.test(name))
    return 'it must start with a lower-case letter and hold only a-z, 0-9 and "-", not at the end';
  return undefined;
};

/** `my.domain`: labels joined by dots, at most 253 characters. */
export const dns1123SubdomainRule: NameRule = (name) => {
  if (name.length > 253) return `it has ${name.length} characters, and 253 are allowed`;
  const bad = name.split('.').find((label) => label.length > 63 || !dns1123Label.test(label));
  if (bad === undefined) return undefined;
  if (bad === '') return 'it is empty, or begins, ends or doubles a dot';
  if (bad.length > 63) return `its part "${bad.slice(0, 20)}…" has ${bad.length} characters, and 63 are allowed`;
  return `its part "${bad}" must hold only a-z, 0-9 and "-", and neither begin nor end with "-"`;
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
