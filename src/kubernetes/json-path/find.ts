/** The values at a JSONPath, as the API server finds them for a column. */
import { Amount, parseJsonPath, type Filter, type ParsedPath, type PathNode, type Slice } from './parse.js';

/** What a path finds. A path that fails on a value finds nothing there; a filter only asks whether something was left. */
interface Found {
  readonly values: readonly unknown[];
  readonly isFailed?: true;
}

const failed = (values: readonly unknown[]): Found => ({ values, isFailed: true });

/** All values at a path; none when the path fails on this value. */
export function findByPath(value: unknown, path: string | ParsedPath): readonly unknown[] {
  const parsed = typeof path === 'string' ? parseJsonPath(path) : path;
  if (parsed.problem !== undefined) return [];
  const found = walkAll([value], parsed.nodes);
  return found.isFailed === true ? [] : found.values;
}

function walkAll(input: readonly unknown[], nodes: readonly PathNode[]): Found {
  let current = input;
  for (const node of nodes) {
    const found = walk(current, node);
    if (found.isFailed === true) return found;
    current = found.values;
  }
  return { values: current };
}

function walk(input: readonly unknown[], node: PathNode): Found {
  switch (node.kind) {
    case 'field':
      return { values: input.flatMap((value) => fieldOf(value, node.name)) };
    case 'wildcard':
      return { values: input.flatMap(membersOf) };
    case 'descend':
      return { values: withBelow(input) };
    case 'slice':
      return slices(input, node.slice);
    case 'union':
      return union(input, node.lists);
    case 'filter':
      return filtered(input, node.filter);
    case 'value':
      // A string replaces what was found; numbers come once for each.
      return { values: typeof node.value === 'string' ? [node.value] : input.map(() => node.value) };
    case 'word':
      return failed(input);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Amount);
}

function fieldOf(value: unknown, name: string): unknown[] {
  if (!isRecord(value) || !Object.hasOwn(value, name)) return [];
  const member = value[name];
  return member === undefined ? [] : [member];
}

const encoder = new TextEncoder();

function membersOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  // Go sees the bytes of a string.
  if (typeof value === 'string') return [...encoder.encode(value)];
  return isRecord(value) ? Object.values(value).filter((member) => member !== undefined) : [];
}

/** What has something below it, parents first. */
function withBelow(input: readonly unknown[]): unknown[] {
  const found: unknown[] = [];
  const add = (value: unknown): void => {
    const members = membersOf(value);
    if (members.length === 0) return;
    found.push(value);
    if (typeof value !== 'string') members.forEach(add);
  };
  input.forEach(add);
  return found;
}

function union(input: readonly unknown[], lists: readonly (readonly PathNode[])[]): Found {
  const values: unknown[] = [];
  for (const list of lists) {
    const found = walkAll(input, list);
    if (found.isFailed === true) return failed(input);
    for (const value of found.values) values.push(value);
  }
  return { values };
}

function slices(input: readonly unknown[], slice: Slice): Found {
  const values: unknown[] = [];
  for (const value of input) {
    if (value === null) continue;
    if (!Array.isArray(value)) return failed(input);
    const range = rangeOf(slice, value.length);
    if (range === undefined) return failed(input);
    // Nothing asked for: Go ends here, whatever else there is.
    if (range.from === range.to) return { values };
    const step = slice.by ?? 1;
    if (step <= 0) return failed(input);
    for (let index = range.from; index < range.to; index += step) values.push(value[index]);
  }
  return { values };
}

/** Both ends of a slice of a list; undefined when they are not in it. */
function rangeOf({ from, to, isIndex }: Slice, length: number): { from: number; to: number } | undefined {
  const start = from ?? 0;
  const first = start < 0 ? start + length : start;
  const end = to ?? length;
  const last = end < 0 || (end === 0 && isIndex) ? end + length : end;
  if (first === last) return { from: first, to: last };
  const isInside = first >= 0 && first < length && last >= 0 && last <= length && first <= last;
  return isInside ? { from: first, to: last } : undefined;
}

function filtered(input: readonly unknown[], filter: Filter): Found {
  const values: unknown[] = [];
  for (const value of input) {
    if (!Array.isArray(value)) return failed(input);
    for (const item of value as readonly unknown[]) {
      const verdict = passes(item, filter);
      if (verdict === 'no single value') return failed(input);
      if (verdict === 'not comparable') return failed(values);
      if (verdict) values.push(item);
    }
  }
  return { values };
}

type Verdict = boolean | 'no single value' | 'not comparable';

/** Whether an item passes, or why that cannot be said. */
function passes(item: unknown, { left, operator, right }: Filter): Verdict {
  const lefts = walkAll([item], left);
  if (operator === 'exists') return lefts.values.length > 0;
  if (lefts.isFailed === true || lefts.values.length > 1) return 'no single value';
  if (lefts.values.length === 0) return false;
  const rights = walkAll([item], right);
  if (rights.isFailed === true || rights.values.length > 1) return 'no single value';
  return rights.values.length === 0 ? false : compare(lefts.values[0], operator, rights.values[0]);
}

type Basic = readonly [kind: string, value: string | number | boolean];

function basicOf(value: unknown): Basic | undefined {
  if (value instanceof Amount) return [value.isInteger ? 'integer' : 'number', value.amount];
  if (typeof value === 'number') return [Number.isInteger(value) ? 'integer' : 'number', value];
  if (typeof value === 'string' || typeof value === 'boolean') return [typeof value, value];
  return undefined;
}

function compare(left: unknown, operator: string, right: unknown): Verdict {
  const [first, second] = [basicOf(left), basicOf(right)];
  if (first === undefined || second === undefined || first[0] !== second[0]) return 'not comparable';
  const [kind, a] = first;
  const b = second[1];
  if (operator === '==') return a === b;
  if (operator === '!=') return a !== b;
  if (kind === 'boolean') return 'not comparable';
  if (operator === '<') return a < b;
  if (operator === '>') return a > b;
  if (operator === '<=') return a <= b;
  return operator === '>=' ? a >= b : 'not comparable';
}
