/** Strings that a regular expression may be slow on, made from its own source: what it repeats, repeated. */
import type { Shape } from './growth.js';

/** One thing that matches: a character, a class, or a group; with characters that it stands for. */
interface Atom {
  readonly samples: readonly string[];
  readonly length: number;
}

const classes: Readonly<Record<string, string>> = { d: '1', w: 'a', s: ' ', D: 'a', W: ' ', S: 'a' };
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' };
const candidates = [
  'a',
  '1',
  ' ',
  'A',
  '\\',
  '"',
  "'",
  '/',
  '.',
  '-',
  '_',
  ':',
  ',',
  '=',
  '[',
  '(',
  '{',
  '\n',
  '\t',
  '!',
  'e',
  's',
  '`',
  '$',
  'é',
  '\r',
];
/** What may make a match fail at its end. */
const ends = ['', '!', 'a', '\n!', '\0', 'a\n!', 'a\n!\n!'];

/** Strings for a pattern; of a global one all matches are to be found. */
export function attacksOn(source: string, flags: string): readonly Shape<string>[] {
  const found = new Set<string>();
  // What a negated class leaves out ends what it repeats.
  const excluded = [...new Set([...source.matchAll(/\[\^([^\]]+)/g)].flatMap(([, body = '']) => [...body]))].filter(
    (one) => !/[\w\s-]/.test(one),
  );
  const shapes: Shape<string>[] = [];
  const add = (prefix: string, pump: string): void => {
    if (pump === '') return;
    for (const end of [...ends, ...excluded, ...excluded.map((one) => `${one}\n!`)]) {
      const key = JSON.stringify([prefix, pump, end]);
      if (found.has(key)) continue;
      found.add(key);
      const make = (size: number): string => `${prefix}${pump.repeat(Math.ceil(size / pump.length))}${end}`;
      shapes.push({ name: `/${source}/${flags} on ${key}`, make });
    }
  };
  walk(source, flags, add);
  for (const first of [...excluded, '\\']) for (const second of excluded) add('', `${first}${second}`);
  return shapes;
}

/** Reads a pattern from left to right, with one string that it matches so far, and pumps all that it repeats. */
function walk(source: string, flags: string, add: (prefix: string, pump: string) => void): void {
  let prefix = '';
  let last: readonly string[] = [];
  const groups: { start: string; firsts: string[]; isAround: boolean }[] = [];
  let index = 0;
  while (index < source.length) {
    const rest = source.slice(index);
    const open = /^\((?:\?(?::|[=!]|<[=!]|<\w+>))?/.exec(rest)?.[0];
    if (open !== undefined) {
      groups.push({ start: prefix, firsts: [], isAround: /[=!]$/.test(open) });
      index += open.length;
    } else if (rest.startsWith('|')) {
      groups.at(-1)?.firsts.push(prefix.slice(groups.at(-1)?.start.length));
      add('', prefix);
      prefix = groups.at(-1)?.start ?? '';
      index += 1;
    } else if (rest.startsWith(')')) {
      const group = groups.pop();
      const start = group?.start ?? '';
      const body = prefix.slice(start.length);
      index += 1;
      if (group?.isAround) prefix = start;
      const count = countAt(source, index);
      if (count.isMany) for (const sample of [body, ...(group?.firsts ?? [])]) pumpAt(start, sample);
      index += count.length;
      last = [body];
    } else if (/^(?:\^|\$|\\[bB])/.test(rest)) {
      index += /^[\^$]/.test(rest) ? 1 : 2;
    } else {
      const atom = atomAt(source, index, flags);
      index += atom.length;
      const count = countAt(source, index);
      index += count.length;
      if (count.isMany) for (const sample of atom.samples) pumpAt(prefix, sample);
      const [sample = ''] = atom.samples;
      prefix += sample.repeat(Math.max(count.least, count.isMany ? 1 : 0));
      last = atom.samples;
    }
  }
  add('', prefix);

  function pumpAt(before: string, sample: string): void {
    add(before, sample);
    add('', sample);
    add('', `${before}${sample}`);
    for (const other of last) add(before, `${other}${sample}`);
  }
}

function countAt(source: string, index: number): { length: number; least: number; isMany: boolean } {
  const [text = '', least, comma, most] = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(index)) ?? [];
  if (text === '') return { length: 0, least: 1, isMany: false };
  if (least !== undefined)
    return { length: text.length, least: Number(least), isMany: comma !== '' && (most === '' || Number(most) > 32) };
  return { length: text.length, least: text.startsWith('+') ? 1 : 0, isMany: !text.startsWith('?') };
}

function atomAt(source: string, index: number, flags: string): Atom {
  const rest = source.slice(index);
  const text =
    /^(?:\[(?:[^\]\\]|\\.)*\]|\\u\{[\dA-Fa-f]+\}|\\u[\dA-Fa-f]{4}|\\x[\dA-Fa-f]{2}|\\[pP]\{[^}]*\}|\\k<\w+>|\\.|.)/su.exec(
      rest,
    )?.[0] ?? rest;
  if (/^\\(?:[1-9]|k<)/.test(text)) return { samples: ['a'], length: text.length };
  if ((text.length > 1 && /^(?:\[|\\[pP]|\\[dwsDWS])/.test(text)) || text === '.') {
    const one = new RegExp(`^${text}$`, flags.replaceAll(/[gymd]/g, ''));
    const samples = [...candidates, ...text].filter((candidate) => one.test(candidate));
    // Characters that a class names come first: they are what matters to its neighbours.
    const named = samples.filter((candidate) => text.slice(1, -1).includes(candidate) && !text.startsWith('[^'));
    return { samples: [...new Set([...named, ...samples])].slice(0, 5), length: text.length };
  }
  const literal =
    text.startsWith('\\u') || text.startsWith('\\x')
      ? (JSON.parse(`"${text.replace('\\x', '\\u00')}"`) as string)
      : text.startsWith('\\')
        ? (escapes[text.slice(1)] ?? classes[text.slice(1)] ?? text.slice(1))
        : text;
  return { samples: [literal], length: text.length };
}
