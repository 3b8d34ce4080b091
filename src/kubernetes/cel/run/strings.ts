/** Functions on strings. Places count characters, not bytes. */
import { compilePattern, type Pattern } from '../../regex/pattern.js';
import { formatText } from './format-text.js';
import { CelFailure } from './values.js';

type Method = (target: string, ...args: never[]) => unknown;

function patternOf(text: string): Pattern {
  const compiled = compilePattern(text);
  if (compiled.kind === 'wrong') throw new CelFailure(`error parsing regexp: ${compiled.message}`);
  return compiled.pattern;
}

/** Whether a string has a match of a pattern. */
export function matches(text: string, pattern: string): boolean {
  return patternOf(pattern).test(text);
}

function place(index: bigint, length: number): number {
  if (index < 0n || index > BigInt(length)) throw new CelFailure(`index out of range: ${index}`);
  return Number(index);
}

function search(target: string, part: string, from: bigint | undefined, isLast: boolean): bigint {
  const [text, wanted] = [[...target], [...part]];
  const last = text.length - wanted.length;
  const isAt = (start: number): boolean => wanted.every((letter, index) => text[start + index] === letter);
  if (from !== undefined && !isLast && part === '') return from;
  const limit = from === undefined ? undefined : place(from, text.length);
  const starts = Array.from({ length: Math.max(0, last + 1) }, (_, index) => index);
  const found = isLast
    ? starts.findLast((start) => start <= (limit ?? last) && isAt(start))
    : starts.find((start) => start >= (limit ?? 0) && isAt(start));
  return BigInt(found ?? -1);
}

function firstLetter(text: string): string {
  const point = text.codePointAt(0);
  return point === undefined ? '' : String.fromCodePoint(point);
}

/** Replaces at most `limit` places when it is not negative. */
function replace(target: string, from: string, to: string, limit = -1n): string {
  if (limit < 0n) return target.replaceAll(from, () => to);
  let [text, rest] = ['', target];
  for (let count = 0n; count < limit && rest.includes(from); count++) {
    const [head, letter] = from === '' ? ['', firstLetter(rest)] : [rest.slice(0, rest.indexOf(from)), ''];
    text += `${head}${to}${letter}`;
    rest = rest.slice(head.length + from.length + letter.length);
  }
  return text + rest;
}

function split(target: string, separator: string, limit = -1n): string[] {
  if (limit === 0n) return [];
  const parts = separator === '' ? [...target] : target.split(separator);
  if (limit < 0n || BigInt(parts.length) <= limit) return parts;
  const count = Number(limit) - 1;
  return [...parts.slice(0, count), parts.slice(count).join(separator)];
}

function substring(target: string, start: bigint, end?: bigint): string {
  const letters = [...target];
  const [from, to] = [place(start, letters.length), end === undefined ? letters.length : place(end, letters.length)];
  if (from > to) throw new CelFailure(`invalid substring range. start: ${from}, end: ${to}`);
  return letters.slice(from, to).join('');
}

const WHITE = /[\s\u0085]/;

/** Scanned from both ends: a pattern would begin at every blank inside. */
function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && WHITE.test(text.charAt(start))) start++;
  while (end > start && WHITE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Methods of strings. */
export const STRING_METHODS: Readonly<Record<string, Method>> = {
  size: (target) => BigInt(Array.from(target).length),
  startsWith: (target, part: string) => target.startsWith(part),
  endsWith: (target, part: string) => target.endsWith(part),
  contains: (target, part: string) => target.includes(part),
  matches,
  find: (target, pattern: string) => patternOf(pattern).find(target) ?? '',
  findAll: (target, pattern: string, limit = -1n) => patternOf(pattern).findAll(target, Number(limit)),
  charAt: (target, index: bigint) => [...target][place(index, Array.from(target).length)] ?? '',
  indexOf: (target, part: string, from?: bigint) => search(target, part, from, false),
  lastIndexOf: (target, part: string, from?: bigint) => search(target, part, from, true),
  lowerAscii: (target) => target.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  upperAscii: (target) => target.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
  trim,
  replace,
  split,
  substring,
  format: (target, values: unknown[]) => formatText(target, values),
};

/** A string in quotes, with what cannot be shown escaped. */
export function quoted(text: string): string {
  const escapes: Readonly<Record<string, string>> = {
    '\u0007': String.raw`\a`,
    '\b': String.raw`\b`,
    '\f': String.raw`\f`,
    '\n': String.raw`\n`,
    '\r': String.raw`\r`,
    '\t': String.raw`\t`,
    '\v': String.raw`\v`,
    '\\': '\\\\',
    '"': String.raw`\"`,
  };
  return `"${[...text].map((letter) => escapes[letter] ?? letter).join('')}"`;
}
