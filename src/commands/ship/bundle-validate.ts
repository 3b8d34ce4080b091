/** `kbts bundle validate`: what OLM and catalogs would say about a bundle. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../errors.js';
import { checkBundle } from '../../ship/bundle/check/check-bundle.js';
import type { BundleFinding } from '../../ship/bundle/check/bundle-text.js';
import { optionalSuites } from '../../ship/bundle/check/practice-rules.js';
import { bundleCrdFindings } from './bundle-crds.js';
import { readFolder } from './folder-files.js';

/** What was found; files are as seen from the root. */
export interface BundleValidation {
  readonly folder: string;
  readonly suites: readonly string[];
  readonly findings: readonly BundleFinding[];
}

/** The optional suites, with a line about each. */
export function listSuites(): { readonly name: string; readonly summary: string }[] {
  return Object.entries(optionalSuites).map(([name, { summary }]) => ({ name, summary }));
}

/** Checks a folder. `selected` are names of suites, or selectors of operator-sdk such as `suite=operatorframework`. */
export async function validateBundle(
  root: string,
  folder: string,
  selected: readonly string[],
): Promise<BundleValidation> {
  const full = path.resolve(root, folder);
  const found = await stat(full).catch(() => undefined);
  if (found?.isDirectory() !== true)
    throw new UserError('not-found', `there is no folder ${folder}`, {
      fix: 'make a bundle with "kbts bundle generate", or name the folder that contains manifests and metadata',
    });
  const suites = suitesFor(selected);
  const files = await readFolder(full);
  const findings = [...checkBundle(files, suites), ...bundleCrdFindings(files)];
  const shown = (file: string): string => path.posix.join(folder.split(path.sep).join('/'), file);
  return { folder, suites, findings: findings.map((one) => seenFrom(one, shown(one.file))) };
}

function seenFrom({ severity, suite, line, message, fix }: BundleFinding, file: string): BundleFinding {
  return { severity, suite, file, ...(line !== undefined && { line }), message, fix };
}

function suitesFor(selected: readonly string[]): string[] {
  const names = Object.keys(optionalSuites);
  const chosen = selected.flatMap((one) => {
    const name = one.replace(/^name=/, '');
    if (one === 'suite=operatorframework') return names;
    if (names.includes(name)) return [name];
    throw new UserError('flag-invalid', `there is no optional suite "${one}"`, {
      fix: `use some of ${names.join(', ')}, or suite=operatorframework for all`,
    });
  });
  const wanted = new Set(chosen);
  return names.filter((name) => wanted.has(name));
}
