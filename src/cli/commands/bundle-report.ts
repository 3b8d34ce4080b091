/** Prints what is wrong with a bundle. */
import type { BundleValidation } from '../../commands/ship/bundle-validate.js';
import { UserError } from '../../errors.js';
import { printable } from '../printable.js';
import { paintOut, type Terminal } from '../terminal.js';

/** Prints all findings; throws `bundle-invalid` when one is an error. */
export function reportFindings(
  terminal: Terminal,
  { folder, findings, suites }: BundleValidation,
  { output }: { readonly output?: 'text' | 'json' },
): void {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (output === 'json') terminal.out(`${JSON.stringify({ passed: errors === 0, suites, findings }, undefined, 2)}\n`);
  else {
    for (const { severity, file, line, message, fix, suite } of findings) {
      const place = line === undefined ? file : `${file}:${line}`;
      const colored = paintOut(terminal, severity === 'error' ? 'red' : 'yellow', severity);
      terminal.out(`${colored}: ${printable(`${message} (${suite})\n  ${place}\n  fix: ${fix}`)}\n`);
    }
    if (errors === 0) terminal.err(`${folder} is a valid bundle\n`);
  }
  if (errors > 0)
    throw new UserError('bundle-invalid', `${folder} has ${errors === 1 ? 'an error' : `${errors} errors`}`, {
      fix: 'correct what is listed; most of it comes from config/ and config/manifests/bases',
    });
}
