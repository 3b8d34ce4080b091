/** Bodies of requests: values that JSON would silently turn into something else are found before anything is sent. */
import { stringifyExact } from '../../kubernetes/json/stringify-exact.js';
import { InvalidCallError, quoted } from './invalid-call.js';
import { hasNotation } from './notation.js';

/** Deeper bodies, and bodies that contain themselves, are checked without recursion. */
const MAX_RECURSION = 500;

const LONGEST_PATH = 500;

/** A part of a body, and how it was reached. */
interface Part {
  readonly value: unknown;
  readonly parent?: Part;
  readonly key?: string | number;
}

/**
 * The JSON text of a body. Throws when JSON cannot express one of its values: `NaN` would be sent as `null`, a `Map` as
 * `{}`, and a function would be missing. Properties that are `undefined` are allowed: they are omitted. `call` starts the
 * message, such as `update`.
 */
export function bodyText(body: object, call: string): string {
  if (!isJson(body, 0)) refuse(body, call);
  const text = stringifyExact(body);
  // Half of a surrogate pair is escaped; the server would store another character instead of it.
  if (text.includes('\\ud')) refuse(body, call);
  return text;
}

/** The first value of an object that JSON cannot express, with its path; undefined when there is none. */
export function jsonProblem(value: object): string | undefined {
  return isJson(value, 0) && !stringifyExact(value).includes('\\ud') ? undefined : findProblem(value);
}

function refuse(body: object, call: string): void {
  const problem = findProblem(body);
  if (problem) throw new InvalidCallError(`${call} was not sent: ${problem}`);
}

/** Whether a value is sent as it is. False also when it is too deep to tell. */
function isJson(value: unknown, depth: number): boolean {
  if (typeof value === 'string' || value === null || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > MAX_RECURSION) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isJson(item, depth + 1)) return false;
    return true;
  }
  if (!isPlain(value)) return hasNotation(value);
  for (const key in value) {
    const field = (value as Record<string, unknown>)[key];
    if (field !== undefined && !isJson(field, depth + 1)) return false;
  }
  return true;
}

/** Objects of other realms count: their prototype is not ours, but the end of its chain all the same. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The first value that JSON cannot express, with its path; undefined when the body is merely deep. */
function findProblem(body: object): string | undefined {
  const open: (Part | { readonly left: object })[] = [{ value: body }];
  const above = new Set<object>();
  for (let next = open.pop(); next; next = open.pop()) {
    if ('left' in next) {
      above.delete(next.left);
      continue;
    }
    const { value } = next;
    const problem = problemOf(value, above) ?? problemOfKey(next.key);
    if (problem) return `${pathOf(next)} ${problem}`;
    if (typeof value !== 'object' || value === null || hasNotation(value)) continue;
    above.add(value);
    open.push({ left: value });
    for (const child of childrenOf(value, next).toReversed()) open.push(child);
  }
  return undefined;
}

function childrenOf(value: object, parent: Part): Part[] {
  if (Array.isArray(value)) return Array.from(value, (item: unknown, key) => ({ value: item, parent, key }));
  return Object.entries(value).flatMap(([key, field]) => (field === undefined ? [] : [{ value: field, parent, key }]));
}

function problemOf(value: unknown, above: ReadonlySet<object>): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `is ${value}, which JSON cannot express`;
  if (typeof value === 'string') return half(value) ? 'has half of a surrogate pair in its text' : undefined;
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value !== 'object') return `is ${quoted(value)}, which JSON cannot express`;
  if (hasNotation(value)) return undefined;
  if (!Array.isArray(value) && !isPlain(value)) return `is ${nameOf(value)}; use plain objects, lists and strings`;
  return above.has(value) ? 'contains itself' : undefined;
}

function problemOfKey(key: Part['key']): string | undefined {
  return typeof key === 'string' && half(key) ? 'has half of a surrogate pair in its name' : undefined;
}

function half(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

function nameOf(value: object): string {
  const { constructor } = value as { constructor?: unknown };
  const name = typeof constructor === 'function' ? constructor.name : '';
  return name === '' ? 'an instance of a class' : `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** `spec.containers[0].env`; keys that are not identifiers are quoted. */
function pathOf(part: Part): string {
  let path = '';
  for (let at: Part | undefined = part; at?.key !== undefined; at = at.parent) {
    const { key } = at;
    if (path.length > LONGEST_PATH) return `…${path}`;
    if (typeof key === 'number') path = `[${key}]${path}`;
    else if (/^[\w$-]+$/.test(key)) path = `.${key}${path}`;
    else path = `[${quoted(key)}]${path}`;
  }
  return path === '' ? 'the body' : path.replace(/^\./, '');
}
