/** Flags as Go programs take them: `--name=value`, `--name value`, `-name`, and booleans without a value. */

/** What a flag is. */
export interface FlagDefinition {
  readonly type: 'text' | 'switch' | 'number';
  readonly help: string;
  /** Shown in the help; not filled in. */
  readonly default?: string;
}

/** The flags do not fit their definitions. */
export class FlagError extends Error {
  override readonly name = 'FlagError';
}

/** Values that were given, as text, number or boolean by the type of the flag. */
export type FlagValues = ReadonlyMap<string, string | number | boolean>;

/** Reads flags; throws a `FlagError` that names the flag. `--help` and `-h` are the flag `help`. */
export function parseFlags(argv: readonly string[], definitions: Readonly<Record<string, FlagDefinition>>): FlagValues {
  const values = new Map<string, string | number | boolean>();
  const rest = [...argv];
  for (let text = rest.shift(); text !== undefined; text = rest.shift()) {
    const [, given, , inline] = /^--?([A-Za-z][\w-]*)(=([\s\S]*))?$/.exec(text) ?? [];
    if (given === undefined) throw new FlagError(`unexpected argument "${text}": only flags are accepted`);
    const name = given === 'h' ? 'help' : given;
    const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    if (!definition) throw new FlagError(`unknown flag --${name}${suggestion(name, Object.keys(definitions))}`);
    if (definition.type === 'switch') values.set(name, switchValue(name, inline ?? 'true'));
    else values.set(name, valueOf(name, definition, inline ?? rest.shift()));
  }
  return values;
}

/** One line per flag. */
export function describeFlags(definitions: Readonly<Record<string, FlagDefinition>>): string {
  return Object.entries(definitions)
    .map(
      ([name, { help, default: standard }]) =>
        `  --${name}\n        ${help}${standard === undefined ? '' : ` (default ${standard})`}\n`,
    )
    .join('');
}

function switchValue(name: string, text: string): boolean {
  if (['true', '1', 't', 'TRUE', 'True'].includes(text)) return true;
  if (['false', '0', 'f', 'FALSE', 'False'].includes(text)) return false;
  throw new FlagError(`--${name}=${text}: use true or false`);
}

function valueOf(name: string, { type }: FlagDefinition, text: string | undefined): string | number {
  if (text === undefined) throw new FlagError(`--${name} needs a value: --${name}=…`);
  if (type === 'text') return text;
  if (!/^-?\d+$/.test(text)) throw new FlagError(`--${name}=${text}: use a whole number`);
  return Number(text);
}

function suggestion(name: string, known: readonly string[]): string {
  const near = known.find((candidate) => distance(candidate, name) <= 2 || candidate.startsWith(name));
  return near === undefined ? '' : `; did you mean --${near}?`;
}

function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const change = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
