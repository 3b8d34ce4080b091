/** Field paths of rules, as the API server follows them through a schema: `.spec.replicas`, `.labels['a.b/c']`. */
import type { Structural } from '../schema/structural.js';

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  "'": "'",
  '\\': '\\',
};

/** Where a path leads: the names of its fields and the schema of the last one, or why it leads nowhere. */
export type PathTarget =
  | { readonly path: readonly string[]; readonly schema: Structural }
  | { readonly problem: string };

/** Follows a path through a schema. Without `hasBrackets`, only names after dots are accepted. */
export function followFieldPath(path: string, schema: Structural, { hasBrackets = true } = {}): PathTarget {
  const names: string[] = [];
  let at: Structural | undefined = schema;
  let rest = path;
  while (rest !== '') {
    if (rest.startsWith('[') && !hasBrackets) return { problem: 'array notation is not allowed' };
    if (!/^[.[]/.test(rest)) return { problem: `expected [ or . but got: ${/^[^.[\]]*/.exec(rest)?.[0] || rest[0]}` };
    const step = stepOf(rest);
    if (step === undefined) return { problem: 'unexpected end of JSON path' };
    at = child(at, step.name);
    if (at === undefined) return { problem: 'does not refer to a valid field' };
    names.push(step.name);
    rest = rest.slice(step.length);
  }
  return { path: names, schema: at };
}

/** Whether a path leads to a field of a schema. */
export function isFieldPath(path: string, schema: Structural): boolean {
  return !('problem' in followFieldPath(path, schema));
}

interface Step {
  readonly name: string;
  readonly length: number;
}

function stepOf(text: string): Step | undefined {
  const quoted = /^\['((?:[^'\\]|\\.)*)'\]/s.exec(text);
  if (quoted !== null) {
    const name = unescape(quoted[1] ?? '');
    return name === undefined ? undefined : { name, length: quoted[0].length };
  }
  // A quote begins a string that delimiters do not end.
  const named = /^\.((?!')[^.[\]]+|'(?:[^'\\]|\\.)*')/s.exec(text);
  return named === null ? undefined : { name: named[1] ?? '', length: named[0].length };
}

function unescape(text: string): string | undefined {
  let isKnown = true;
  const plain = text.replaceAll(/\\(.)/gs, (_match, letter: string) => {
    const found = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    isKnown &&= found !== undefined;
    return found ?? '';
  });
  return isKnown ? plain : undefined;
}

function child(schema: Structural, name: string): Structural | undefined {
  const { properties, additionalProperties } = schema;
  if (Object.keys(properties ?? {}).length > 0)
    return Object.hasOwn(properties ?? {}, name) ? properties?.[name] : undefined;
  // Values of a map that is open can be anything.
  return typeof additionalProperties === 'boolean' ? {} : additionalProperties;
}
