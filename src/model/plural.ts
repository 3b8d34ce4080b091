/** The plural by which the API server knows a kind; the same for the scaffold and for the manifests. */
import { acronyms, ambiguousPlurals, irregularWords, suffixRules } from './plural-words.js';

/** `Policy` → `policies`. */
export function pluralOf(kind: string): string {
  return pluralize(kind).toLowerCase();
}

/** What is odd about a derived plural, so that the user may want to choose one; `undefined` for an ordinary one. */
export function pluralOddity(kind: string, plural: string): string | undefined {
  const singular = kind.toLowerCase();
  if (plural === singular) return `the plural of ${kind} is "${plural}", the same as its singular`;
  if (plural.length > singular.length + 3) return `the plural of ${kind} came out as "${plural}"`;
  return undefined;
}

function pluralize(kind: string): string {
  const word = lastWord(kind);
  const replaceWord = (replacement: string): string =>
    (kind.endsWith(word) ? kind.slice(0, kind.length - word.length) : kind) + replacement;
  const whole = tables.plurals.get(kind);
  if (whole !== undefined) return whole;
  const lower = word.toLowerCase();
  if (tables.known.has(kind) || tables.known.has(lower)) return kind;
  const irregular = tables.plurals.get(lower);
  if (irregular !== undefined) return replaceWord(word === capitalize(word) ? capitalize(irregular) : irregular);
  const rule = tables.rules.find(([suffix]) => word.endsWith(suffix));
  if (rule !== undefined) return replaceWord(word.slice(0, word.length - rule[0].length) + rule[1]);
  return lower.endsWith('s') ? kind : `${kind}s`;
}

/** The part that is inflected: `CronJob` → `Job`, `HTTPProxy` → `Proxy`. */
function lastWord(kind: string): string {
  if (acronyms.has(kind.toUpperCase())) return kind.toUpperCase();
  let word = '';
  let previous = '';
  for (const character of kind) {
    const startsWord = isUpper(character) && (!isUpper(previous) || acronyms.has(word.toUpperCase()));
    word = startsWord ? character : word + character;
    previous = character;
  }
  return acronyms.has(word.toUpperCase()) ? word.toUpperCase() : word;
}

function isUpper(character: string): boolean {
  return character >= 'A' && character <= 'Z';
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const tables = readTables();

/** Later words come first, each after a rule that leaves its plural alone: a plural ending is taken for a plural. */
function readTables() {
  const plurals = new Map<string, string>();
  const known = new Set<string>();
  const rules: (readonly [string, string])[] = suffixRules.flatMap(([singular, plural]) => [
    [plural, plural] as const,
    [singular, plural] as const,
  ]);
  for (const entry of irregularWords) {
    const [marked = '', forms = ''] = entry.split(' ');
    const singular = marked.replace('=', '');
    const [plural = '', ...others] = forms.split('|');
    plurals.set(singular, plural);
    if (!ambiguousPlurals.has(singular)) for (const form of [plural, ...others]) known.add(form);
    if (!marked.startsWith('=')) rules.unshift([plural, plural], [singular, plural]);
  }
  return { plurals, known, rules };
}
