/** Puts values of the chart into a tree. */
import { isList, isMap } from '../json.js';
import { always, type Condition, coversAll } from './condition.js';
import type { Choice, Entry, Tree } from './merged.js';

/** Text after a key, such as `{{ .Values.manager.replicas }}`. */
export function inline(text: string): Tree {
  return { kind: 'template', text, isBlock: false };
}

/** Lines below a key. */
export function block(text: string): Tree {
  return { kind: 'template', text, isBlock: true };
}

/** A step into a tree: a key, or the items of a list that have a value at a key. */
export type Step = string | { readonly key: string; readonly value: string };

/** Changes every tree at a path; what is not there is not made. */
export function editAt(tree: Tree, path: readonly Step[], change: (tree: Tree) => Tree): Tree {
  const [step, ...rest] = path;
  if (step === undefined) return change(tree);
  if (typeof step === 'string') {
    if (tree.kind !== 'map') return tree;
    const entries = tree.entries.map((entry) =>
      entry.key === step
        ? { ...entry, choices: entry.choices.map((choice) => editChoice(choice, rest, change)) }
        : entry,
    );
    return { ...tree, entries };
  }
  if (tree.kind !== 'list') return tree;
  const items = tree.items.map((item) =>
    scalarAt(item.tree, step.key) === step.value ? editChoice(item, rest, change) : item,
  );
  return { ...tree, items };
}

function editChoice(choice: Choice, rest: readonly Step[], change: (tree: Tree) => Tree): Choice {
  return { ...choice, tree: editAt(choice.tree, rest, change) };
}

/** The scalar at a key of a map, when it is always there. */
export function scalarAt(tree: Tree, key: string): unknown {
  if (tree.kind !== 'map') return undefined;
  const found = tree.entries.find((entry) => entry.key === key)?.choices[0]?.tree;
  return found?.kind === 'value' ? found.value : undefined;
}

/** Sets a key of a map, whatever it was. */
export function setEntry(key: string, value: Tree): (tree: Tree) => Tree {
  return (tree) => {
    if (tree.kind !== 'map') return tree;
    const entry: Entry = { key, choices: [{ when: always, tree: value }] };
    const isKnown = tree.entries.some((one) => one.key === key);
    const entries = isKnown ? tree.entries.map((one) => (one.key === key ? entry : one)) : [...tree.entries, entry];
    return { ...tree, entries };
  };
}

/** Removes a key of a map. */
export function withoutEntry(key: string): (tree: Tree) => Tree {
  return (tree) =>
    tree.kind === 'map' ? { ...tree, entries: tree.entries.filter((entry) => entry.key !== key) } : tree;
}

/** Adds lines at the end of a map or a list, empty ones included. */
export function addLines(text: string): (tree: Tree) => Tree {
  return (given) => {
    const tree = withoutBrackets(given);
    const choice: Choice = { when: always, tree: block(text) };
    if (tree.kind === 'list') return { ...tree, items: [...tree.items, choice] };
    if (tree.kind === 'map')
      return { ...tree, entries: [...tree.entries, { key: '', choices: [choice], isLines: true }] };
    return tree;
  };
}

/** An empty map or list, which is a value as long as nothing is added to it. */
export function withoutBrackets(tree: Tree): Tree {
  if (tree.kind !== 'value') return tree;
  if (isList(tree.value)) return { kind: 'list', items: [] };
  return isMap(tree.value) ? { kind: 'map', entries: [] } : tree;
}

/** An entry that is there with every set of features, so that nothing that is added to it can be lost. */
function alwaysThere(entry: Entry): Entry {
  if (coversAll(entry.choices.map(({ when }) => when))) return entry;
  const trees = entry.choices.map(({ when, tree }) => ({ when, tree: withoutBrackets(tree) }));
  const items = trees.flatMap(({ when, tree }) =>
    tree.kind === 'list' ? tree.items.map((item) => ({ ...item, when: both(when, item.when) })) : [],
  );
  const entries = trees.flatMap(({ when, tree }) =>
    tree.kind === 'map' ? tree.entries.map((one) => underCondition(one, when)) : [],
  );
  const isMapEntry = trees.some(({ tree }) => tree.kind === 'map');
  const tree: Tree = isMapEntry ? { kind: 'map', entries } : { kind: 'list', items };
  return { ...entry, choices: [{ when: always, tree }] };
}

/** The entry where the condition holds as well. */
export function underCondition(entry: Entry, outer: Condition): Entry {
  return { ...entry, choices: entry.choices.map(({ when, tree }) => ({ when: both(outer, when), tree })) };
}

function both(outer: Condition, inner: Condition): Condition {
  return outer.flatMap((one) => inner.map((other) => [...one, ...other]));
}

/** Adds the entries of a map among the values to a map of the object, which is made when it is not there. */
export function addMap(key: string, value: string): (tree: Tree) => Tree {
  return (tree) => {
    if (tree.kind !== 'map') return tree;
    if (tree.entries.some((entry) => entry.key === key))
      return editAt(
        settled(tree, key),
        [key],
        addLines(`{{- with ${value} }}\n{{- toYaml . | nindent @indent }}\n{{- end }}`),
      );
    return addLines(optional(key, value))(tree);
  };
}

/** The map with one of its entries always there. */
export function settled(tree: Tree, key: string): Tree {
  if (tree.kind !== 'map') return tree;
  return { ...tree, entries: tree.entries.map((entry) => (entry.key === key ? alwaysThere(entry) : entry)) };
}

/** A key that is there when its value is. */
export function optional(key: string, value: string): string {
  return `{{- with ${value} }}\n${key}:\n  {{- toYaml . | nindent @indent+2 }}\n{{- end }}`;
}

/** Applies changes one after the other. */
export function all(...changes: readonly ((tree: Tree) => Tree)[]): (tree: Tree) => Tree {
  return (tree) => changes.reduce((changed, change) => change(changed), tree);
}

/** Applies a change to every map in a tree. */
export function everyMap(tree: Tree, change: (tree: Tree) => Tree): Tree {
  if (tree.kind === 'list')
    return { ...tree, items: tree.items.map((item) => ({ ...item, tree: everyMap(item.tree, change) })) };
  if (tree.kind !== 'map') return tree;
  const entries = tree.entries.map((entry) => ({
    ...entry,
    choices: entry.choices.map((choice) => ({ ...choice, tree: everyMap(choice.tree, change) })),
  }));
  return change({ ...tree, entries });
}

/** Applies a change to every string in a tree. */
export function everyString(tree: Tree, change: (value: string) => Tree | undefined): Tree {
  if (tree.kind === 'value') return (typeof tree.value === 'string' && change(tree.value)) || tree;
  if (tree.kind === 'list')
    return { ...tree, items: tree.items.map((item) => ({ ...item, tree: everyString(item.tree, change) })) };
  if (tree.kind !== 'map') return tree;
  const entries = tree.entries.map((entry) => ({
    ...entry,
    choices: entry.choices.map((choice) => ({ ...choice, tree: everyString(choice.tree, change) })),
  }));
  return { ...tree, entries };
}
