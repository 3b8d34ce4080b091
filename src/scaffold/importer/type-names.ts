/** Names for types, as a person would choose them: after the field, and after the kind, so that they are unique in their package. */
import { pascalName } from './source-text.js';

/** Names that mean something else in the modules that are written. */
const RESERVED = [
  'Bytes Condition CustomResource defineKind Double EmbeddedResource Float Int32 Int64 IntOrString Json KubeObject Object',
  'Quantity Record Time',
]
  .join(' ')
  .split(' ');

const longest = 150;

/** The names of one package, given away one by one. */
export class TypeNames {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set([...RESERVED, ...taken]);
  }

  /** Keeps a name from being given to anything else. */
  reserve(name: string): void {
    this.#taken.add(name);
  }

  /** A name for what is at a path below a kind, such as `['spec', 'ports', '[]']`: the shortest one that is free. */
  choose(kind: string, path: readonly string[]): string {
    const words = wordsOf(path);
    const owner = kind.charAt(0).toUpperCase() + kind.slice(1);
    for (let count = 1; count <= words.length; count++) {
      const tail = words.slice(-count).join('');
      const name = (tail.startsWith(owner) && tail !== owner ? tail : `${owner}${tail}`).slice(0, longest);
      if (this.#take(name)) return name;
    }
    const base = `${owner}${words.at(-1) ?? 'Item'}`.slice(0, longest);
    for (let number = 2; ; number++) if (this.#take(`${base}${number}`)) return `${base}${number}`;
  }

  #take(name: string): boolean {
    if (this.#taken.has(name)) return false;
    this.#taken.add(name);
    return true;
  }
}

/** `['spec', 'ports', '[]']` → `['Spec', 'Port']`: an item of a list is called after the list. */
function wordsOf(path: readonly string[]): string[] {
  const words: string[] = [];
  for (const part of path) {
    if (part === '[]' || part === '{}') words.push(singular(words.pop() ?? '', part === '[]' ? 'Item' : 'Value'));
    else words.push(pascalName(part));
  }
  return words;
}

function singular(plural: string, suffix: string): string {
  if (/[^aeiou]ies$/.test(plural)) return `${plural.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(plural)) return plural.slice(0, -2);
  if (/[^su]s$/.test(plural) && !/(?:is|as)$/.test(plural)) return plural.slice(0, -1);
  return `${plural}${suffix}`;
}
