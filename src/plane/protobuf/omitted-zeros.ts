/** Zero values that Go does not write: fields of its structs that are no pointers and may be left out. */
import { type Field, type Message, messageAt, messageOfKind } from './message-table.js';

const omitted = new Map<string, boolean>();

/** Whether `""`, `0` or `false` at a path of a kind's fields is the same as nothing; lists and maps are not part of the path. */
export function isZeroOmitted(apiVersion: string, kind: string, path: string): boolean {
  const id = `${apiVersion} ${kind} ${path}`;
  let answer = omitted.get(id);
  if (answer === undefined) {
    answer = leavesOutZero(messageOfKind(apiVersion, kind), path.split('.'));
    omitted.set(id, answer);
  }
  return answer;
}

function leavesOutZero(root: number | undefined, path: readonly string[]): boolean {
  let next: string | number | undefined = root;
  let field: Field | undefined;
  for (const name of path) {
    field = typeof next === 'number' ? fieldOf(messageAt(next), name) : undefined;
    next = field?.type;
  }
  return field !== undefined && field.shape === '' && typeof field.type === 'string' && field.presence === 'omitempty';
}

/** A field of a message, or of a struct that JSON spreads over it. */
function fieldOf({ fields }: Message, name: string): Field | undefined {
  for (const field of fields.values()) if (field.name === name) return field;
  for (const { presence, type } of fields.values()) {
    const inner = presence === 'inline' && typeof type === 'number' ? fieldOf(messageAt(type), name) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}
