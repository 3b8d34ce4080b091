/** Items of lists that are merged, found by the elements under which managed fields list them. */
import { isEqual } from '../../object/equality.js';

/** An object or a list. */
export type Structure = Readonly<Record<string, unknown>>;

/** True for an object or a list. */
export function isStructure(value: unknown): value is Structure {
  return typeof value === 'object' && value !== null;
}

/** An item and its place. */
export interface Place {
  readonly item: unknown;
  readonly index: number;
}

/**
 * The item that `k:{"name":"web"}` or `v:"web"` stands for; undefined when there is none, or more than one. A key that an item
 * leaves out may be a default, so such an item counts when no other has it.
 */
export function itemFor(element: string, list: readonly unknown[]): Place | undefined {
  const wanted = parsed(element.slice(2));
  if (wanted === undefined) return undefined;
  const test = element.startsWith('v:') ? isEqual : element.startsWith('k:') ? hasKeys : undefined;
  if (!test) return undefined;
  const exact = only(list, (item) => test(wanted, item));
  return exact ?? (test === hasKeys ? only(list, (item) => mayHaveKeys(wanted, item)) : undefined);
}

/** Merged lists keep the order of what was applied, so another order is a change. */
export function itemsInOrder(places: readonly number[]): boolean {
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? -1));
}

function only(list: readonly unknown[], test: (item: unknown) => boolean): Place | undefined {
  const index = list.findIndex(test);
  if (index < 0 || list.findLastIndex(test) !== index) return undefined;
  return { item: list[index], index };
}

function hasKeys(wanted: unknown, item: unknown): boolean {
  return (
    isStructure(wanted) && isStructure(item) && Object.keys(wanted).every((key) => isEqual(wanted[key], item[key]))
  );
}

function mayHaveKeys(wanted: unknown, item: unknown): boolean {
  if (!isStructure(wanted) || !isStructure(item)) return false;
  return Object.keys(wanted).every((key) => item[key] === undefined || isEqual(wanted[key], item[key]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not a form that we know: the server decides.
    return undefined;
  }
}
