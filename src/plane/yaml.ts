/** YAML for `kbts/testing`; nothing else here imports the library. */
import { type ParseOptions, parseAllDocuments, stringify } from 'yaml';
import { int64 } from '../kubernetes/json/exact-integers.js';
import { deepestYaml, isTooDeep } from '../kubernetes/yaml/depth.js';

/** All documents of a YAML file; throws with the file and what is wrong with it. */
export function parseYaml(text: string, file: string, options: ParseOptions = {}): unknown[] {
  if (isTooDeep(text)) throw new SyntaxError(`${file}: it is nested deeper than ${deepestYaml} levels`);
  return parseAllDocuments(text, options).flatMap((document) => {
    const [error] = document.errors;
    if (error) throw new SyntaxError(`${file}: ${error.message}`);
    const value: unknown = document.toJS();
    return value === null || value === undefined ? [] : [value];
  });
}

/** The same with the digits of integers beyond 2^53. */
export function parseYamlExact(text: string, file: string): unknown[] {
  return parseYaml(text, file, { intAsBigInt: true }).map((value) => withDigits({ '': value })['']);
}

/** Integers as numbers, and beside those that are rounded what they were; what is larger than 64 bits is a float, as in Go. */
function withDigits<T extends object>(holder: T): T {
  for (const [key, value] of Object.entries(holder)) {
    if (typeof value === 'object' && value !== null) withDigits(value as object);
    if (typeof value !== 'bigint') continue;
    if (Number.isSafeInteger(Number(value)) || BigInt.asIntN(64, value) !== value)
      Reflect.set(holder, key, Number(value));
    else int64.set(holder, key, value);
  }
  return holder;
}

/** One document. */
export function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}
