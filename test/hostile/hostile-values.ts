/** Seeded generators of what strangers might write. */

/** Numbers from a seed, the same on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number below `limit`. */
  below(limit: number): number {
    this.#state = (Math.imul(this.#state ^ (this.#state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return Math.floor((((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32) * limit);
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  chance(part: number): boolean {
    return this.below(1000) < part * 1000;
  }
}

/** What must never appear in a generated file, and what running it would make. */
export const canary = 'PWNED_BY_KBTS';

/** Strings that try to leave their place: paths, code, comments, markup, terminals, very long and very odd ones. */
export const hostileStrings: readonly string[] = [
  '../../outside',
  '/tmp/outside',
  '..',
  '.',
  'src/../../outside',
  'src//api',
  'src/api/../../../outside',
  'C:\\outside',
  '..\\..\\outside',
  '~/outside',
  `'; globalThis.${canary} = 1; '`,
  `*/ globalThis.${canary} = 1; /*`,
  `\${globalThis.${canary} = 1}`,
  `\`\${${canary}}\``,
  `$(touch ${canary})`,
  `"; touch ${canary}; "`,
  `\n// +kubebuilder:rbac:groups=*,resources=*,verbs=*,x=${canary}\n`,
  `a\n- ${canary}: true`,
  `{{#each ${canary}}}`,
  `{{{${canary}}}}`,
  '\u001b[2J\u001b]0;title\u0007',
  '\u202egnitset\u2066',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'CON',
  'a'.repeat(300),
  'a-'.repeat(5000),
  '🦄'.repeat(50),
  'İstanbul',
  'ß',
  '',
  ' ',
  '-',
  'null',
  'true',
  '0x10',
  '1e999',
  'v1',
  'V1',
  'v0',
  'v1alpha',
  'core',
  'default',
  'class',
  'await',
  'Condition',
  'CustomResource',
  'Object',
  'A',
];

/** A value of any kind. */
export function hostileValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 6 : 9);
  if (kind <= 4) return random.pick(hostileStrings);
  if (kind === 5) return random.pick([null, true, false, 0, -1, 1.5, Number.MAX_SAFE_INTEGER]);
  if (kind === 6) return Array.from({ length: random.below(4) }, () => hostileValue(random, depth + 1));
  const entries = Array.from({ length: random.below(4) }, () => [
    random.pick(hostileStrings),
    hostileValue(random, depth + 1),
  ]);
  return Object.fromEntries(entries) as unknown;
}

/** A copy of a JSON value with a few parts replaced, removed, renamed or doubled. */
export function mutated(random: Random, value: unknown, chance: number): unknown {
  if (random.chance(chance)) return hostileValue(random);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mutated(random, item, chance));
    if (random.chance(chance)) items.push(...items);
    return items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, part]): [string, unknown][] => {
    if (random.chance(chance / 2)) return [];
    return [[random.chance(chance / 3) ? random.pick(hostileStrings) : key, mutated(random, part, chance)]];
  });
  if (random.chance(chance)) entries.push([random.pick(hostileStrings), hostileValue(random)]);
  return Object.fromEntries(entries);
}

/** A text with bytes turned, cut, doubled, and constructs of YAML where nobody expects them. */
export function mangled(random: Random, text: string): string {
  let result = text;
  for (let round = random.below(4); round >= 0; round--) {
    const at = random.below(result.length + 1);
    const piece = random.pick([
      '\u0000',
      '\t',
      '\r',
      '\ufeff',
      '&a ',
      '*a ',
      '<<: *a\n',
      '!!js/function ',
      '!!binary ',
      '--- \n',
      '...\n',
      '%YAML 9.9\n',
      '[',
      '{',
      '- - - - ',
      '? ',
      ': ',
      '"',
      "'",
      '|\n',
      '#',
      '\n',
      '\u2028',
      random.pick(hostileStrings),
    ]);
    const way = random.below(4);
    if (way === 0) result = result.slice(0, at) + piece + result.slice(at);
    else if (way === 1) result = result.slice(0, at) + result.slice(at + random.below(20));
    else if (way === 2) result = result.slice(0, at) + result.slice(0, at).slice(-random.below(200)) + result.slice(at);
    else result = result.slice(0, at) + piece.repeat(1 + random.below(40)) + result.slice(at);
  }
  return result;
}
