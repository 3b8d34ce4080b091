/** The JSONPath that printer columns, scale and selectable fields use. */
import { isObject, jsonEqual, own, type JsonValue } from './json.js';

type Step =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'filter'; readonly path: string; readonly operator: string; readonly value: JsonValue };

const STEP =
  /\.?\[\?\(@((?:\.[^=!<>\s)]+)?)\s*(==|!=|<=|>=|<|>)?\s*("(?:[^"\\]|\\.)*"|'[^']*'|[^)]*)\)\]|\[(-?\d+)\]|\[\*\]|\['([^']+)'\]|\.((?:\\.|[^.[\\])+)/gy;

/** Splits a path; undefined when it is not one. */
export function parseJsonPath(path: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < path.length) {
    const match = STEP.exec(path);
    if (match === null) return undefined;
    steps.push(stepOf(match));
  }
  return steps;
}

function stepOf([text, filterPath, operator, literal, index, quoted, name]: RegExpExecArray): Step {
  if (filterPath !== undefined) {
    return { kind: 'filter', path: filterPath, operator: operator ?? 'exists', value: literalOf(literal ?? '') };
  }
  if (index !== undefined) return { kind: 'index', index: Number(index) };
  if (quoted !== undefined) return { kind: 'field', name: quoted };
  if (text === '[*]' || name === '*') return { kind: 'all' };
  return { kind: 'field', name: (name ?? '').replaceAll(/\\(.)/g, '$1') };
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
    case 'index': {
      const item = Array.isArray(value) ? value.at(step.index) : undefined;
      return item === undefined ? [] : [item];
    }
    case 'all':
      if (Array.isArray(value)) return value;
      return isObject(value) ? Object.values(value).filter((member) => member !== undefined) : [];
    case 'filter':
      return Array.isArray(value) ? value.filter((item) => passes(item, step)) : [];
  }
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
