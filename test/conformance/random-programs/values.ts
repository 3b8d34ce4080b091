/** Random values for a type, most of them right, some wrong in one place. */
import type { Expected } from './expected.js';
import type { Random } from './generate.js';

/** Numbers stay above the minimum that an alias of the programs has, because TypeScript does not know it. */
const JUNK = ['zzz', 12, true, null, [], {}, ['zzz'], { extra: 'x' }];

/** A value of a type; one in twelve of its parts is something else. */
export function randomValue(random: Random, type: Expected): unknown {
  if (random.chance(8)) return random.pick(JUNK);
  if (type.isNullable && random.chance(20)) return null;
  if (type.literals !== undefined) return JSON.parse(random.pick(type.literals));
  const kind = type.kinds.length === 0 ? 'none' : random.pick(type.kinds);
  if (kind === 'string') return random.pick(['zzz', 'red', 'x-y', 'a.b', 'red-x']);
  if (kind === 'number') return 10 + random.below(9);
  if (kind === 'boolean') return random.chance(50);
  const { items, values } = type;
  if (kind === 'list') return items === undefined ? [] : several(random).map(() => randomValue(random, items));
  if (kind === 'map')
    return Object.fromEntries(several(random).map((key) => [key, values && randomValue(random, values)]));
  return kind === 'object' ? randomObject(random, type) : null;
}

function several(random: Random): string[] {
  return ['first', 'second', 'third'].slice(0, random.below(3));
}

function randomObject(random: Random, { properties = {}, required = [] }: Expected): unknown {
  const entries = Object.entries(properties)
    .filter(([name]) => random.chance(required.includes(name) ? 94 : 60))
    .map(([name, type]): [string, unknown] => [name, randomValue(random, type)]);
  if (random.chance(4)) entries.push(['extra', 'x']);
  return Object.fromEntries(entries);
}

/** A union whose branches differ in what is set, or in the kind of a value. */
export function randomUnion(random: Random): string {
  const maybe = (): string => (random.chance(50) ? '?' : '');
  const presence = `{ a${maybe()}: string; b${maybe()}: number; c: string } | { a${maybe()}: string; b${maybe()}: number; c: string }`;
  const tagged = `{ t${maybe()}: 'p'; z${maybe()}: string } | { t${maybe()}: 'q'; z${maybe()}: string; y${maybe()}: number }`;
  const values = `{ kind: 'p'; v${maybe()}: string } | { kind: 'q'; v${maybe()}: number; w${maybe()}: string }`;
  const partial = `Partial<{ t: 'p'; z: string } | { t: 'q'; y${maybe()}: number }>`;
  const nullable = `{ t: 'p'; z${maybe()}: string | null } | { t: 'q'; y${maybe()}: number | null; z2: string | null }`;
  const keyed = `{ a: string | null; c${maybe()}: string } | { b: ${random.pick(['string', 'string | null'])}; d${maybe()}: number | null }`;
  return random.pick([presence, tagged, values, partial, nullable, nullable, keyed, keyed]);
}

/**
 * Whether TypeScript and the schema mean the same by a value of a flat union: null is "left out" to the server where the
 * property does not have it, and a value with required properties of two branches is both to TypeScript and none to the schema.
 */
export function isJudged(type: string, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value !== null;
  const branches = type
    .split('} | {')
    .map(
      (text) =>
        new Map([...text.matchAll(/(\w+)\??: ([^;}]*)/g)].map(([, name = '', declared = '']) => [name, declared])),
    );
  const isNullable = ([name, member]: [string, unknown]): boolean =>
    member !== null || branches.every((branch) => /\| null|^$/.test(branch.get(name) ?? ''));
  const isKeyed = type.startsWith('{ a: string | null;');
  const isOfOne = branches.some((branch) => Object.keys(value).every((name) => branch.has(name)));
  return Object.entries(value).every(isNullable) && (!isKeyed || isOfOne);
}
