/** Licence headers of generated files. */
import { renderTemplate } from '../scaffold/template-tree.js';

/** Values of `--license`. */
export const licenses = ['apache2', 'copyright', 'none'] as const;

export type License = (typeof licenses)[number];

/** The comment block that begins a generated source, followed by a blank line; empty for `none`. */
export function boilerplateOf(license: License, variables: { owner: string; year: number }): string {
  if (license === 'none') return '';
  const text = renderTemplate(`license/${license}`, { owner: variables.owner, year: String(variables.year) });
  return `${text.trimEnd()}\n\n`;
}

/** The `license` field of package.json. */
export function licenseId(license: License): string {
  return license === 'apache2' ? 'Apache-2.0' : 'UNLICENSED';
}
