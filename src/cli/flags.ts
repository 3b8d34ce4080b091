/** Flags that several commands share, and parsers for flag values. */
import { InvalidArgumentError, Option, type Command } from 'commander';

/** Adds `--dry-run`, `--diff`, `--yes`, `--verbose` and `-o`. */
export function withWriteFlags(command: Command): Command {
  const hasVerbose = command.options.some(({ long }) => long === '--verbose');
  if (!hasVerbose) command.option('--verbose', 'list every file, however many');
  return command
    .option('--dry-run', 'show which files would change, and write nothing')
    .option('--diff', 'show the changes as a diff, and write nothing')
    .option('-y, --yes', 'ask nothing: take the defaults')
    .addOption(outputFlag());
}

/** Adds `--group`, `--version` and `--kind`. */
export function withResourceFlags(command: Command): Command {
  return command
    .option('--group <group>', 'API group, without the domain')
    .option('--version <version>', 'API version: v1, v1beta1, v2alpha1 …')
    .option('--kind <kind>', 'kind, in PascalCase');
}

/** `-o text` or `-o json`. */
export function outputFlag(): Option {
  return new Option('-o, --output <format>', 'how to print the result').choices(['text', 'json']).default('text');
}

/** A switch that can be turned off, as in `--controller=false`. */
export function toggle(flags: string, description: string): Option {
  return new Option(`${flags} [boolean]`, description).argParser(parseBoolean);
}

/** `a,b` and repeated flags make one list. */
export function list(flags: string, description: string): Option {
  return new Option(`${flags} <list>`, `${description} (comma-separated, repeatable)`).argParser(
    (value: string, previous: string[] | undefined) => [
      ...(previous ?? []),
      ...value.split(',').filter((item) => item !== ''),
    ],
  );
}

/** A whole number, 0 included. */
export function wholeNumber(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError(`"${value}" is not a whole number.`);
}

/** The text that ends a command's help. */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}\n`).join('')}`;
}

function parseBoolean(value: string | boolean): boolean {
  if (typeof value === 'boolean') return value;
  if (/^(true|t|1|y|yes)$/i.test(value)) return true;
  if (/^(false|f|0|n|no)$/i.test(value)) return false;
  throw new InvalidArgumentError(`"${value}" is neither true nor false.`);
}
