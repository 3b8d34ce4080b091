/** What tells the branches of a union of objects apart. */
import type { JsonSchema } from '../../model/schema.js';

/** What tells the branches of a union apart. */
export interface Telling {
  /** A property of all branches whose literals differ; without it, `keys`. */
  readonly tag: string | undefined;
  /** For each branch a property that no other has. */
  readonly keys: readonly string[];
  /** What all branches require. */
  readonly always: readonly string[];
  /** What may be null. */
  readonly nullable: ReadonlySet<string>;
}

/** The properties that may be null. */
export function nullableNames(properties: Readonly<Record<string, JsonSchema>>): ReadonlySet<string> {
  return new Set(Object.entries(properties).flatMap(([name, { nullable }]) => (nullable === true ? [name] : [])));
}

/** A required property whose values differ from branch to branch. */
export function findTag(branches: readonly JsonSchema[], always: readonly string[]): string | undefined {
  return always.find((name) => {
    const values = branches.map((branch) => branch.properties?.[name]?.enum);
    if (values.includes(undefined)) return false;
    const all = values.flatMap((list) => list ?? []);
    return new Set(all).size === all.length;
  });
}

/** For each branch a required property that no other branch has. */
export function distinguishingKeys(branches: readonly JsonSchema[]): string[] | undefined {
  const keys = branches.map((branch) =>
    (branch.required ?? []).find((name) =>
      branches.every((other) => other === branch || !Object.hasOwn(other.properties ?? {}, name)),
    ),
  );
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

/** What all lists have. */
export function intersectAll(lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...rest] = lists;
  return first.filter((name) => rest.every((list) => list.includes(name)));
}
