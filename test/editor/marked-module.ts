/** Modules in which a comment with a question mark stands before the names whose hovers are wanted. */
import { readFileSync } from 'node:fs';

const MARK = '/*?*/';

/** The start of a marked name. */
export interface MarkedName {
  readonly name: string;
  readonly offset: number;
  readonly line: number;
  readonly character: number;
}

/** What an editor shows of a name, without its documentation. */
export interface Hover {
  readonly name: string;
  readonly signature: string;
}

/** A module and its marked names, in order. */
export function readMarked(file: string): { readonly text: string; readonly positions: readonly MarkedName[] } {
  const text = readFileSync(file, 'utf8');
  const positions = [...text.matchAll(/\/\*\?\*\/(\w+)/g)].map(({ index, 1: name = '' }) => {
    const offset = index + MARK.length;
    const before = text.slice(0, offset).split('\n');
    return { name, offset, line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  });
  return { text, positions };
}
