/** Licence headers of generated files. */
import path from 'node:path';
import { UserError } from '../../errors.js';
import { readRegularText } from '../../regular-file.js';
import { renderTemplate } from '../../scaffold/template-tree.js';

/** Values of `--license`. */
const licenses = ['apache2', 'copyright', 'none'] as const;

export type License = (typeof licenses)[number];

/** The comment block that begins a generated source, followed by a blank line; empty for `none`. */
export function boilerplateOf(license: License, variables: { owner: string; year: number }): string {
  if (license === 'none') return '';
  const text = renderTemplate(`license/${license}`, { owner: variables.owner, year: String(variables.year) });
  return `${text.trimEnd()}\n\n`;
}

/** What decides on the header. */
export interface LicenseFlags {
  readonly license: License;
  readonly owner: string;
  readonly year: number;
  readonly licenseFile?: string;
  readonly cwd?: string;
}

/** The header of a file of the user's, which must be one comment, or that of a licence. */
export async function readBoilerplate({ licenseFile, cwd = '', license, ...variables }: LicenseFlags): Promise<string> {
  if (licenseFile === undefined) return boilerplateOf(license, variables);
  const shown = `--license-file ${licenseFile}`;
  const text = readRegularText(path.resolve(cwd, licenseFile), { shown });
  if (text === undefined)
    throw new UserError('cannot-read', `${shown} does not exist`, { fix: 'specify a file that contains the header' });
  const header = text.trim();
  if (header === '') return '';
  if (/^\/\*(?:(?!\*\/)[\s\S])*\*\/$/.test(header))
    return `${header.replaceAll(/\bYEAR\b/g, String(variables.year))}\n\n`;
  throw new UserError('flag-invalid', `--license-file ${licenseFile} is not one comment`, {
    fix: 'begin it with /* and end it with */, with nothing before and after',
  });
}

/** The `license` field of package.json. */
export function licenseId(license: License): string {
  return license === 'apache2' ? 'Apache-2.0' : 'UNLICENSED';
}
