/** The JSONPath that printer columns, scale and selectable fields use. */
import { isObject, jsonEqual, own, type JsonValue } from '../json.js';

type Step =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'slice'; readonly from?: number; readonly to?: number; readonly by: number }
  | { readonly kind: 'all' }
  /** The value and everything below it. */
  | { readonly kind: 'descend' }
  | { readonly kind: 'union'; readonly steps: readonly Step[] }
  | { readonly kind: 'filter'; readonly path: string; readonly operator: string; readonly value: JsonValue };

/** A filter in two parts: nothing that follows the first can make it try again. */
const FILTER = /\.?\[\?\(@((?:\.[^=!<>\s)]+)?)\s*(==|!=|<=|>=|<|>)?\s*/y;
const FILTER_VALUE = /("(?:[^"\\]|\\.)*"|'[^']*'|[^)]*)\)\]/y;
const STEP = /\[([^\]]*)\]|(\.)(?=\.)|\.((?:\\.|[^.[\\])*)/y;
const SLICE = /^(-?\d+)?(?:(:)(-?\d+)?)?(?::(-?\d+)?)?$/;

/** Splits a path; undefined when it is not one. */
export function parseJsonPath(path: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  for (let at = 0; at < path.length;) {
    const found = filterAt(path, at) ?? stepAt(path, at);
    if (found === undefined) return undefined;
    const { step, end } = found;
    // Everything below everything below is refused by the API server, too.
    if (step.kind === 'descend' && steps.at(-1)?.kind === 'descend') return undefined;
    // A dot alone is the object itself, as in `.['name']`.
    if (step.kind !== 'field' || step.name !== '') steps.push(step);
    at = end;
  }
  return steps;
}

interface Found {
  readonly step: Step;
  readonly end: number;
}

function matchAt(pattern: RegExp, path: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(path) ?? undefined;
}

function filterAt(path: string, at: number): Found | undefined {
  const head = matchAt(FILTER, path, at);
  const value = head === undefined ? undefined : matchAt(FILTER_VALUE, path, at + head[0].length);
  if (head === undefined || value === undefined) return undefined;
  const [, filterPath = '', operator = 'exists'] = head;
  const step: Step = { kind: 'filter', path: filterPath, operator, value: literalOf(value[1] ?? '') };
  return { step, end: at + head[0].length + value[0].length };
}

function stepAt(path: string, at: number): Found | undefined {
  const match = matchAt(STEP, path, at);
  const step = match === undefined ? undefined : stepOf(match);
  return match === undefined || step === undefined ? undefined : { step, end: at + match[0].length };
}

function stepOf([, inner, twoDots, name]: RegExpExecArray): Step | undefined {
  if (inner !== undefined) return bracketStep(inner);
  if (twoDots !== undefined) return { kind: 'descend' };
  if (name === '*') return { kind: 'all' };
  return { kind: 'field', name: (name ?? '').replaceAll(/\\(.)/g, '$1') };
}

/** `'key'`, an index, a slice, or several of them. */
function bracketStep(inner: string): Step | undefined {
  const parts = inner.split(',').map((part) => part.trim());
  if (parts.length > 1) {
    const steps = parts.map(bracketStep).filter((step) => step !== undefined);
    return steps.length === parts.length ? { kind: 'union', steps } : undefined;
  }
  if (inner === '*') return { kind: 'all' };
  const key = /^'([^']+)'$/.exec(inner)?.[1];
  if (key !== undefined) return { kind: 'field', name: key };
  const match = SLICE.exec(inner);
  if (match === null || inner === '') return undefined;
  const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));
  const [, from, colon, to, by] = match;
  // An index is a slice of one; the last item has nothing after it.
  const end = colon === undefined ? Number(from) + 1 || undefined : number(to);
  return { kind: 'slice', from: number(from), to: end, by: number(by) ?? 1 };
}

function literalOf(text: string): JsonValue {
  const trimmed = text.trim();
  if (/^["']/.test(trimmed)) return trimmed.slice(1, -1);
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
  return Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed);
}

/** All values at a path. */
export function findByPath(value: JsonValue, path: string): JsonValue[] {
  const steps = parseJsonPath(path);
  if (steps === undefined) return [];
  let current: JsonValue[] = [value];
  for (const step of steps) current = current.flatMap((item) => follow(item, step));
  return current;
}

function follow(value: JsonValue, step: Step): JsonValue[] {
  switch (step.kind) {
    case 'field': {
      const member = isObject(value) ? own(value, step.name) : undefined;
      return member === undefined || member === null ? [] : [member];
    }
    case 'slice':
      if (!Array.isArray(value)) return [];
      return value.slice(step.from, step.to).filter((_, index) => step.by > 0 && index % step.by === 0);
    case 'all':
      return membersOf(value);
    case 'descend':
      return withBelow(value);
    case 'union':
      return step.steps.flatMap((one) => follow(value, one));
    case 'filter':
      return Array.isArray(value) ? value.filter((item) => passes(item, step)) : [];
  }
}

/** A value and everything below it, parents first. */
function withBelow(value: JsonValue): JsonValue[] {
  const found: JsonValue[] = [];
  const add = (one: JsonValue): void => {
    found.push(one);
    for (const member of membersOf(one)) add(member);
  };
  add(value);
  return found;
}

function membersOf(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value).filter((member) => member !== undefined) : [];
}

function passes(item: JsonValue, { path, operator, value }: Extract<Step, { kind: 'filter' }>): boolean {
  const [found] = findByPath(item, path);
  if (operator === 'exists') return found !== undefined;
  if (found === undefined) return false;
  if (operator === '==') return jsonEqual(found, value);
  if (operator === '!=') return !jsonEqual(found, value);
  const left = Number(found);
  const right = Number(value);
  if (operator === '<') return left < right;
  if (operator === '>') return left > right;
  return operator === '<=' ? left <= right : left >= right;
}
