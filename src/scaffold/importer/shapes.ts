/** Finds the objects of a schema that need a type of their own; those that are alike share one. */
import type { Schema } from './crd.js';
import { jsonText } from './source-text.js';
import type { TypeNames } from './type-names.js';

/** Where a schema is: a field, whose comment can say more, or a place where only its type can say something. */
export type Position = 'field' | 'element';

/** The names of all shapes of a version. */
export class Shapes {
  readonly #kind: string;
  readonly #names: TypeNames;
  readonly #byKey = new Map<string, string>();
  /** The shape without its words → the name of one with words. */
  readonly #byShape = new Map<string, string>();

  readonly #words = new Map<string, string>();

  constructor(kind: string, names: TypeNames) {
    this.#kind = kind;
    this.#names = names;
  }

  /** Gives names to all objects below a root, those near the root first; `position` is that of the root's own fields. */
  name(root: Schema, position: Position): void {
    let level = childrenOf(root, []).map((child) => ({ ...child, position }));
    while (level.length > 0) {
      for (const { schema, path, position: place } of level) if (isShape(schema)) this.nameOf(schema, path, place);
      level = level.flatMap(({ schema, path }) => childrenOf(schema, path));
    }
  }

  /** The description that the type of this name has. */
  wordsOf(name: string): string {
    return this.#words.get(name) ?? '';
  }

  /** The name of an object's type. */
  nameOf(schema: Schema, path: readonly string[], position: Position): string {
    const shape = shapeKey(schema);
    const words = position === 'element' ? (schema.description ?? '') : '';
    // A field with a description of its own may use a type that has another one.
    const shared = position === 'field' && schema.description !== undefined ? this.#byShape.get(shape) : undefined;
    if (shared !== undefined) return shared;
    const key = `${shape}\0${words}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const name = this.#names.choose(this.#kind, path);
    this.#byKey.set(key, name);
    this.#words.set(name, words);
    if (!this.#byShape.has(shape)) this.#byShape.set(shape, name);
    return name;
  }
}

/** Whether a schema is an object with fields. */
export function isShape(schema: Schema): boolean {
  return schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0;
}

/** What two shapes must have in common to be one type: all that their fields do not say. */
function shapeKey(schema: Schema): string {
  const { description: _d, default: _v, nullable: _n, example: _e, ...own } = schema;
  return stable(own);
}

function childrenOf(
  schema: Schema,
  path: readonly string[],
): { schema: Schema; path: readonly string[]; position: Position }[] {
  const fields = Object.entries(schema.properties ?? {}).map(([name, child]) => ({
    schema: child,
    path: [...path, name],
    position: 'field' as const,
  }));
  const element = (child: Schema | boolean | undefined, part: string) =>
    typeof child === 'object' ? [{ schema: child, path: [...path, part], position: 'element' as const }] : [];
  return [...fields, ...element(schema.items, '[]'), ...element(schema.additionalProperties, '{}')];
}

/** JSON that does not depend on the order of keys. */
export function stable(value: unknown): string {
  return jsonText(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, sorted(part)] as const);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}
