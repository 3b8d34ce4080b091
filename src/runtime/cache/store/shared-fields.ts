/** One copy of what many objects say alike in `managedFields`, which is most of the memory that small objects take. */
import type { KubeObject } from '../../object/meta.js';
import { deepFreeze } from './freeze.js';

/** Enough for the objects of some hundred templates; beyond that sharing starts again. */
const MOST_TREES = 500;
const LONGEST_TEXT = 20_000;

/**
 * Replaces the trees under `managedFields[].fieldsV1` by equal ones seen before. What is shared is frozen, so that a change
 * of one object is an error and never a change of others.
 */
export class SharedFields {
  readonly #trees = new Map<string, unknown>();

  share({ metadata }: KubeObject): void {
    if (!Array.isArray(metadata.managedFields)) return;
    for (const entry of metadata.managedFields) if (isTree(entry?.fieldsV1)) this.#shareIn(entry.fieldsV1);
  }

  #shareIn(fields: Record<string, unknown>): void {
    for (const name of Object.keys(fields)) {
      // The server names nothing else here, and no such name means anything to JavaScript.
      if (name.startsWith('f:')) fields[name] = this.#shared(fields[name]);
    }
  }

  #shared(tree: unknown): unknown {
    if (!isTree(tree)) return tree;
    const text = textOf(tree);
    // A large tree is that of one object; keeping many of them would be what an attacker wants.
    if (text === undefined || text.length > LONGEST_TEXT) return tree;
    const known = this.#trees.get(text);
    if (known !== undefined) return known;
    if (this.#trees.size >= MOST_TREES) this.#trees.clear();
    this.#trees.set(text, deepFreeze(tree));
    return tree;
  }
}

/** Undefined when it is nested too deep for JavaScript; such an object must not keep the others from being read. */
function textOf(tree: object): string | undefined {
  try {
    return JSON.stringify(tree);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
