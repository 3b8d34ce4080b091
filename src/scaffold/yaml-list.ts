/** Adds and removes items of a list in a YAML file without touching anything else in it. */
import { UserError } from '../errors.js';
import { isMap, isNode, isSeq, parseDocument, type Pair, type YAMLSeq } from '../yaml.js';

/** An item: a string, or a map with one string such as `{ path: patch.yaml }`. */
export type ListItem = string | Readonly<Record<string, string>>;

/** Adds an item at the end of the top-level list `key`, unless it is there. Makes the list when it is missing. */
export function addToYamlList(text: string, key: string, item: ListItem, file: string): string {
  const { pair, list } = locate(text, key, file);
  if (list?.items.some((known) => isSame(known, item)) === true) return text;
  const line = `- ${itemText(item)}`;
  if (list === undefined || list.items.length === 0 || list.flow === true) {
    const items = list === undefined ? [] : list.items.map((known) => `- ${String(known)}`);
    const block = `${key}:\n${[...items, line].map((one) => `${one}\n`).join('')}`;
    if (pair === undefined) return `${ensureNewline(text)}${block}`;
    const [start, end] = rangeOf(text, pair);
    return text.slice(0, start) + block + text.slice(end);
  }
  const last = list.items.at(-1);
  const end = placeToAdd(text, lineEnd(text, contentEnd(text, last)));
  return `${text.slice(0, end)}\n${' '.repeat(indentOf(text, list))}${line}${text.slice(end)}`;
}

/** Above the scaffold marker, when only comments are between it and the last item; else after that item. */
function placeToAdd(text: string, end: number): number {
  for (let next = end; text[next + 1] !== undefined; next = lineEnd(text, next + 1)) {
    const line = text.slice(next + 1, lineEnd(text, next + 1)).trimStart();
    if (line.startsWith('# +kubebuilder:scaffold:')) return next;
    if (!line.startsWith('#')) break;
  }
  return end;
}

/** Removes an item; the key of a list that becomes empty stays, as a place to add to. */
export function removeFromYamlList(text: string, key: string, item: ListItem, file: string): string {
  const { pair, list } = locate(text, key, file);
  const index = list?.items.findIndex((known) => isSame(known, item)) ?? -1;
  if (pair === undefined || list === undefined || index < 0) return text;
  if (list.items.length === 1) {
    const [start, end] = rangeOf(text, pair);
    return `${text.slice(0, start)}${key}:\n${text.slice(end)}`;
  }
  const found = list.items[index];
  const start = text.lastIndexOf('\n', startOf(found)) + 1;
  return text.slice(0, start) + text.slice(lineEnd(text, contentEnd(text, found)) + 1);
}

/** The items of a list that are plain strings. */
export function yamlListItems(text: string, key: string, file: string): string[] {
  const { list } = locate(text, key, file);
  const items: unknown = list?.toJSON() ?? [];
  return Array.isArray(items) ? items.filter((item): item is string => typeof item === 'string') : [];
}

function locate(text: string, key: string, file: string): { pair?: Pair; list?: YAMLSeq } {
  const document = parseDocument(text);
  const root = document.contents;
  if (document.errors.length > 0 || !isMap(root)) {
    throw new UserError(
      'cannot-read',
      `${file} is not a YAML map: ${document.errors[0]?.message ?? 'it has no fields'}`,
      {
        fix: `fix ${file}; kbts must add to its list "${key}"`,
      },
    );
  }
  const pair = root.items.find((one) => String(one.key) === key);
  const value: unknown = pair?.value;
  if (value !== undefined && value !== null && !isSeq(value) && String(value) !== 'null') {
    throw new UserError('cannot-read', `"${key}" of ${file} is not a list`, { fix: `make it a list` });
  }
  return { pair, list: isSeq(value) ? value : undefined };
}

function isSame(node: unknown, item: ListItem): boolean {
  const value: unknown = isNode(node) ? node.toJSON() : node;
  if (typeof item === 'string') return value === item;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(item).every(([key, text]) => Reflect.get(value, key) === text)
  );
}

function itemText(item: ListItem): string {
  if (typeof item === 'string') return item;
  return Object.entries(item)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n  ');
}

/** From the key's line to the line after its value; comments below it stay. */
function rangeOf(text: string, pair: Pair): [number, number] {
  const start = isNode(pair.key) ? startOf(pair.key) : 0;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const value = pair.value;
  const end = lineEnd(text, isNode(value) ? contentEnd(text, value) : start + String(pair.key).length);
  return [lineStart, Math.min(end + 1, text.length)];
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

/** Where the node's own text ends; the parser counts trailing comments and blank lines in. */
function contentEnd(text: string, node: unknown): number {
  const inner = isMap(node) ? (node.items.at(-1)?.value ?? node) : isSeq(node) ? (node.items.at(-1) ?? node) : node;
  if (inner !== node) return contentEnd(text, inner);
  const [start = 0, end = 0] = isNode(node) ? (node.range ?? []) : [];
  return start + text.slice(start, end).trimEnd().length;
}

function indentOf(text: string, list: YAMLSeq): number {
  const first = startOf(list.items[0]);
  const line = text.slice(text.lastIndexOf('\n', first) + 1, first);
  return line.length - line.trimStart().length;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

function ensureNewline(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
