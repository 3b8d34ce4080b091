/** Random marker lines: an answer for each, never a crash, never silence about our own prefixes. */
import { test } from 'vitest';
import { isForeignName } from '../../src/markers/catalogue/foreign.js';
import { MARKERS } from '../../src/markers/catalogue/catalogue.js';
import type { MarkerTarget } from '../../src/markers/definition.js';
import { resolveMarker } from '../../src/markers/resolve.js';
import { seedOf } from '../lanes/seed.js';
import { roundsOf } from '../lanes/thorough.js';

const RUNS = roundsOf('KBTS_FUZZ_LINES', 100_000, 15_000);

const names = MARKERS.map(({ name }) => name);
const argumentNames = MARKERS.flatMap(({ form }) =>
  form.kind === 'named' ? form.arguments.map(({ name }) => name) : [],
);
/** Plain random numbers: making so many lines with fast-check would take longer than reading them. */
class Dice {
  private state: number;
  constructor(seed: number) {
    this.state = seed >>> 0 || 1;
  }

  /** A whole number below `limit`. */
  below(limit: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % limit;
  }

  from<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}

const SIGNS = [...'=:,;{}"`\' -\\#+.()[]\t\r'];
const WORDS = ['true', 'false', 'null', '1', '-1', '1.5', '0x1', '087b', '1e999', 'self', '99999999999999999999'];
const ODD_NAMES = ['kubebuilder:', 'k8s:', 'kbts:', 'kubebuilder:validation:Minimun', 'optional', 'listTyp', ''];

function piece(dice: Dice): string {
  switch (dice.below(8)) {
    case 0:
      return dice.from(WORDS);
    case 1:
      return dice.from(argumentNames);
    case 2:
      return String.fromCodePoint(...Array.from({ length: dice.below(6) }, () => 32 + dice.below(95)));
    case 3:
      // Any character, halves of surrogate pairs included.
      return String.fromCharCode(...Array.from({ length: dice.below(3) }, () => dice.below(0x10000)));
    default:
      return dice.from(SIGNS);
  }
}

function line(dice: Dice): string {
  const name = dice.below(10) < 8 ? dice.from(names) : dice.from(ODD_NAMES);
  return `+${name}${Array.from({ length: dice.below(15) }, () => piece(dice)).join('')}`;
}

const TARGETS: readonly MarkerTarget[] = ['package', 'type', 'field'];
const FOREIGN = MARKERS.filter((marker) => marker.isForeign).map(({ name }) => name);

function isOurs(text: string): boolean {
  const name = /^\+([^\s=]*)/.exec(text)?.[1] ?? '';
  if (!/^(?:kubebuilder|k8s):/.test(name) || isForeignName(name)) return false;
  return !FOREIGN.some((foreign) => name.startsWith(foreign));
}

test(`every one of ${RUNS} random lines gets an answer`, { timeout: 300_000 }, () => {
  const seed = seedOf();
  const dice = new Dice(seed);
  for (let run = 0; run < RUNS; run++) {
    const text = line(dice);
    const problem = judge(text, dice.from(TARGETS));
    if (problem !== undefined) throw new Error(`seed ${seed}, run ${run}: ${JSON.stringify(text)} ${problem}`);
  }
});

/** Plain conditions: with so many runs, assertions would cost more than what they judge. */
function judge(text: string, target: MarkerTarget): string | undefined {
  try {
    const resolution = resolveMarker(text, target);
    if (resolution.kind === 'ignored' && isOurs(text)) return 'was dropped in silence';
    if (resolution.kind !== 'problem') return undefined;
    const { index } = resolution.problem;
    return index >= 0 && index <= text.length + 1 ? undefined : `has a problem at ${index}, which is outside`;
  } catch (error) {
    return `crashed: ${String(error)}`;
  }
}
