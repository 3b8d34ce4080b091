/** Many renderings of one object as one tree, whose parts say when they are there. */
import { isList, isMap, type Json } from '../json.js';
import { always, type Condition, conditionFor, holds } from './condition.js';
import type { Feature } from './features.js';

/** A value with conditions inside. */
export type Tree =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'map'; readonly entries: readonly Entry[] }
  | { readonly kind: 'list'; readonly items: readonly Choice[] }
  /** Text of a template: after its key, or as lines below it, where `@indent` is the number of spaces. */
  | { readonly kind: 'template'; readonly text: string; readonly isBlock: boolean };

/** One of several values for a place. */
export interface Choice {
  readonly when: Condition;
  readonly tree: Tree;
}

/** A key and its values; at most one of them is there. */
export interface Entry {
  readonly key: string;
  readonly choices: readonly Choice[];
  /** Lines of a template in the place of a key and its values. */
  readonly isLines?: boolean;
}

/** What was rendered with a set of features. */
export interface Rendered {
  readonly on: ReadonlySet<Feature>;
  readonly value: Json;
}

/** The choices for a place that `rendered` has, and the sets of `absent` do not have. */
export function mergeRendered(rendered: readonly Rendered[], absent: readonly ReadonlySet<Feature>[]): Choice[] {
  return partition(rendered).map((group) => {
    const others = rendered.filter((one) => !group.includes(one)).map(({ on }) => on);
    const when = conditionFor(
      group.map(({ on }) => on),
      [...absent, ...others],
    );
    return { when, tree: mergeGroup(group) };
  });
}

/** Renderings that can share a tree: maps, lists, and scalars that are equal. An empty list is not the start of one. */
function partition(rendered: readonly Rendered[]): Rendered[][] {
  return [...groupBy(rendered, ({ value }) => shapeOf(value)).values()];
}

function groupBy(rendered: readonly Rendered[], keyOf: (one: Rendered) => string): Map<string, Rendered[]> {
  const groups = new Map<string, Rendered[]>();
  for (const one of rendered) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

function shapeOf(value: Json): string {
  if (isMap(value) && Object.keys(value).length > 0) return 'map';
  if (isList(value) && value.length > 0) return 'list';
  return JSON.stringify(value);
}

function mergeGroup(group: readonly Rendered[]): Tree {
  const [first] = group;
  if (first === undefined) throw new Error('a group of renderings is empty');
  if (group.every(({ value }) => JSON.stringify(value) === JSON.stringify(first.value))) return plain(first.value);
  if (isMap(first.value)) return mergeMaps(group);
  const merged = mergeLists(group);
  // Lists whose order differs between renderings have no common order: each is written as it is.
  return group.every(({ on, value }) => JSON.stringify(evaluate(merged, on)) === JSON.stringify(value))
    ? merged
    : { kind: 'list', items: wholeLists(group) };
}

/** A tree without conditions. */
export function plain(value: Json): Tree {
  if (isMap(value) && Object.keys(value).length > 0) {
    const entries = Object.entries(value).map(([key, one]) => ({
      key,
      choices: [{ when: always, tree: plain(one) }],
    }));
    return { kind: 'map', entries };
  }
  if (isList(value) && value.length > 0) {
    return { kind: 'list', items: value.map((one) => ({ when: always, tree: plain(one) })) };
  }
  return { kind: 'value', value };
}

function mergeMaps(group: readonly Rendered[]): Tree {
  const keys = mergeOrders(group.map(({ value }) => Object.keys(isMap(value) ? value : {})));
  const entries = keys.map((key) => {
    const { present, absent } = split(group, ({ value }) => (isMap(value) ? value[key] : undefined));
    return { key, choices: mergeRendered(present, absent) };
  });
  return { kind: 'map', entries };
}

function mergeLists(group: readonly Rendered[]): Tree {
  const ids = group.map(({ value }) => (isList(value) ? value.map(identityOf) : []));
  const items = mergeOrders(ids).flatMap((id) => {
    const { present, absent } = split(group, ({ value }) =>
      isList(value) ? value.find((item) => identityOf(item) === id) : undefined,
    );
    return mergeRendered(present, absent);
  });
  return { kind: 'list', items };
}

function wholeLists(group: readonly Rendered[]): Choice[] {
  const byText = groupBy(group, ({ value }) => JSON.stringify(value));
  return [...byText.values()].flatMap((equal) => {
    const others = group.filter((one) => !equal.includes(one)).map(({ on }) => on);
    const when = conditionFor(
      equal.map(({ on }) => on),
      others,
    );
    const value = equal[0]?.value;
    return isList(value) ? value.map((item) => ({ when, tree: plain(item) })) : [];
  });
}

function split(
  group: readonly Rendered[],
  part: (one: Rendered) => Json | undefined,
): { present: Rendered[]; absent: ReadonlySet<Feature>[] } {
  const present: Rendered[] = [];
  const absent: ReadonlySet<Feature>[] = [];
  for (const one of group) {
    const value = part(one);
    if (value === undefined) absent.push(one.on);
    else present.push({ on: one.on, value });
  }
  return { present, absent };
}

/** Items of lists are identified by the key by which Kubernetes merges them. */
function identityOf(item: Json): string {
  if (isMap(item)) {
    for (const key of ['name', 'mountPath', 'containerPort', 'topologyKey'])
      if (item[key] !== undefined) return `${key}=${JSON.stringify(item[key])}`;
  }
  return JSON.stringify(item);
}

/** One order that has all of them: what is new comes after what it follows in its own list. */
function mergeOrders(orders: readonly (readonly string[])[]): string[] {
  const merged: string[] = [];
  for (const order of orders) {
    let place = 0;
    for (const id of order) {
      const known = merged.indexOf(id);
      if (known < 0) merged.splice(place, 0, id);
      place = (known < 0 ? place : known) + 1;
    }
  }
  return merged;
}

/** What the tree is with these features; templates are not evaluated. */
export function evaluate(tree: Tree, on: ReadonlySet<Feature>): Json {
  switch (tree.kind) {
    case 'value':
      return tree.value;
    case 'template':
      return tree.text;
    case 'list':
      return tree.items.filter(({ when }) => holds(when, on)).map((item) => evaluate(item.tree, on));
    case 'map':
      return Object.fromEntries(
        tree.entries.flatMap(({ key, choices }) => {
          const chosen = choices.find(({ when }) => holds(when, on));
          return chosen === undefined ? [] : [[key, evaluate(chosen.tree, on)]];
        }),
      );
  }
}
