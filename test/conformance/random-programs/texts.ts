/** Random template literal types, and texts that are near them. */
import type { Random } from './generate.js';

/** A template as TypeScript writes it, and texts to try. */
export interface TemplateCase {
  readonly type: string;
  readonly texts: readonly string[];
}

const WORDS = ['a', '-', '.', '%', 'v', '(x)', '*', '$', '|', '^', ']', '://', 'é', '1', '--', '. ', '\\'];
const OPEN = ['string', 'number', 'boolean', "'a' | 'b-'", "'.' | '-'", "'x' | 1"];
const NUMBERS = ['1', '-1', '1.5', '007', '-0', '12.25'];

/** A template with one to three open places. */
export function randomTemplate(random: Random, count: number): TemplateCase {
  const parts = Array.from({ length: 2 + random.below(4) }, (): { word?: string; open?: string } =>
    random.chance(50) ? { word: random.pick(WORDS) } : { open: random.pick(OPEN) },
  );
  const source = parts.map((part) =>
    part.word !== undefined ? part.word.replaceAll(/[\\`$]/g, String.raw`\$&`) : `\${${part.open}}`,
  );
  const fill = (): string =>
    parts.map((part) => (part.word !== undefined ? part.word : filling(random, part.open ?? ''))).join('');
  const texts = Array.from({ length: count }, () => spoil(random, fill()));
  return { type: `\`${source.join('')}\``, texts };
}

function filling(random: Random, open: string): string {
  if (open === 'string') return random.pick(['', 'x', 'a-b', '1.2', ...WORDS]);
  if (open === 'number') return random.pick(NUMBERS);
  if (open === 'boolean') return random.pick(['true', 'false']);
  return random.pick(open.split(' | ').map((text) => text.replaceAll("'", '')));
}

/** One text in three is wrong in one place. */
function spoil(random: Random, text: string): string {
  if (!random.chance(35) || text === '') return text;
  const at = random.below(text.length);
  return random.pick([
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + random.pick(WORDS) + text.slice(at),
    text.slice(0, at) + text.charAt(at) + text.slice(at),
  ]);
}

/**
 * Whether TypeScript takes a text for a number that the schema leaves out on purpose: `1.`, `.5`, `+1`, `1e3`, `0x1`
 * and blanks around a number. A number in a schema is written as `-12.5`. Where a digit may end the part before, `1.5` is one and `.5`.
 */
export function isOddNumber(type: string, text: string): boolean {
  if (!type.includes('number')) return false;
  if (/[}1]\$\{number/.test(type) && text.includes('.')) return true;
  return /\d\.(?!\d)|(?<!\d)\.\d|\+\d|\de\d|0[xob]|\s/i.test(text);
}
