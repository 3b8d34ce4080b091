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

/** Whether a path leads to a field of a schema. */
export function isFieldPath(path: string, schema: Structural): boolean {
  let at: Structural | undefined = schema;
  let rest = path;
  while (rest !== '') {
    const step = stepOf(rest);
    if (step === undefined) return false;
    at = child(at, step.name);
    if (at === undefined) return false;
    rest = rest.slice(step.length);
  }
  return true;
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
  if (properties !== undefined) return Object.hasOwn(properties, name) ? properties[name] : undefined;
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}
