/**
 * No regular expression in `src` takes more than linear time, unless something bounds its input: each is run on strings
 * that are made from what it repeats, some 60,000 in all.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ts } from 'ts-morph';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { processorMs, superLinear } from './growth.js';
import { attacksOn } from './regex-attacks.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

interface Found {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Those whose input is short, or written by us: what bounds it. */
const bounded: Readonly<Record<string, string>> = {
  'src/commands/cluster/inventory/inventory.ts /[^a-z0-9]+$/i': 'the first 46 characters of a name',
  'src/kubernetes/cel/check/functions.ts /^(\\S+) (\\S+) (\\.?)\\((.*)\\) -> (.*)$/': 'a table of ours',
  'src/plane/schema/schema-ratchet.ts /\\[(\\d+)\\]|\\[([^\\]]+)\\]|([^.[\\]]+)/g':
    'ends with the last bracket, so each is closed',
};

/** Patterns that are made in a function, when it is known what from. */
const made: Readonly<Record<string, string>> = {
  'src/commands/api/delete-api.ts': 'a kind of at most 63 letters and digits, which is checked',
  'src/plane/builtin/text-rules.ts': 'patterns of ours, which other files bring as literals',
  'src/reader/sources/source-list.ts': 'a glob of the project, run on names of files',
  'src/tools/package-tarball.ts': 'a glob of our own package, run on names of files',
};

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('k8s'))
  .map((name) => path.posix.join('src', name));
const literals: Found[] = [];
const makers = new Set<string>();

beforeAll(() => {
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        literals.push({ place: file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(tree) === 'RegExp')
        makers.add(file);
      ts.forEachChild(node, visit);
    };
    const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
    visit(tree);
  }
});

describe('regular expressions take linear time', () => {
  test('literals', async () => {
    expect(literals.length).toBeGreaterThan(500);
    expect(await slowOnes(literals)).toEqual([]);
  });

  test('those that are built when a module is loaded', async () => {
    const built: Found[] = [];
    const original = globalThis.RegExp;
    for (const file of makers) {
      const known = built.length;
      // Each module is loaded anew while the constructor tells what it makes.
      vi.resetModules();
      const tell = (pattern: unknown, flags: unknown): void => {
        if (typeof pattern === 'string') built.push({ place: file, source: pattern, flags: String(flags ?? '') });
      };
      const told = new Proxy(original, {
        construct(target, given: [string, string?]) {
          tell(...given);
          return new target(...given);
        },
        apply(target, _self, given: [string, string?]) {
          tell(...given);
          return target(...given);
        },
      });
      vi.stubGlobal('RegExp', told);
      try {
        await import(path.resolve(file));
      } finally {
        vi.unstubAllGlobals();
      }
      if (!(file in made)) expect([file, built.length > known]).toEqual([file, true]);
    }
    expect(await slowOnes(built)).toEqual([]);
  });

  test('a slow one is found', async () => {
    for (const [source, flags] of [
      ['\\\\*"data"', ''],
      ['(a+)+$', ''],
      ['^[+-]?((\\d+\\.?\\d*|\\.\\d+)(s|m))+$', ''],
      ['\\s+$', ''],
      ['-----BEGIN [A-Z ]+-----[^]*?-----END', 'g'],
      ['^\\s*x', 'm'],
    ] as const)
      expect(await isFound({ place: 'planted', source, flags }), source).toBe(true);
  });

  test('the lists of exceptions name only what exists', () => {
    const known = new Set(literals.map(keyOf));
    expect(Object.keys(bounded).filter((key) => !known.has(key))).toEqual([]);
    expect(Object.keys(made).filter((file) => !makers.has(file))).toEqual([]);
  });
});

function keyOf({ place, source, flags }: Found): string {
  return `${place} /${source}/${flags}`;
}

/** What takes longer than it may. */
async function slowOnes(found: readonly Found[]): Promise<string[]> {
  const slow: string[] = [];
  const seen = new Set<string>();
  for (const one of found) {
    const key = keyOf(one);
    if (seen.has(key) || key in bounded) continue;
    seen.add(key);
    const problem = await slowInEveryLook(one);
    if (problem !== undefined) slow.push(`${one.place}: ${problem}`);
  }
  return slow;
}

/** Sixty thousand measurements on a busy machine have outliers: only what is slow each time is slow. */
async function slowInEveryLook(one: Found): Promise<string | undefined> {
  let problem: string | undefined;
  for (let look = 0; look < 3; look++) {
    problem = await slowness(one);
    if (problem === undefined) return undefined;
  }
  return problem;
}

/** The measurement gives a busy machine the benefit of the doubt, so a slow pattern may be missed now and then. */
async function isFound(planted: Found): Promise<boolean> {
  for (let turn = 0; turn < 5; turn++) if ((await slowness(planted)) !== undefined) return true;
  return false;
}

const SIZE = 16_000;
/** What is linear takes a twentieth of this; whatever takes longer is measured with more sizes. */
const SUSPECT_MS = 1;
/** No short text may take as long as this. */
const SLOW_MS = 4;

async function slowness({ source, flags }: Found): Promise<string | undefined> {
  const pattern = new RegExp(source, flags);
  const run = (text: string): unknown => {
    pattern.lastIndex = 0;
    return pattern.global ? text.replace(pattern, '') : pattern.test(text);
  };
  for (const shape of attacksOn(source, flags)) {
    // What is exponential shows with a few characters, and would never end with many.
    for (const size of [24, 300]) {
      const text = shape.make(size);
      const took = await leastMs(() => run(text));
      if (took >= SLOW_MS) return `${shape.name}: ${Math.round(took)} ms for ${size} characters`;
    }
    const long = shape.make(SIZE);
    if ((await processorMs(() => run(long))) < SUSPECT_MS) continue;
    const problem = await superLinear(run, shape, { from: 500, to: 4_000 });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Processor time, again as long as it is too much: the machine also does other things. */
async function leastMs(run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 5 && least >= SLOW_MS; turn++) {
    least = Math.min(least, await processorMs(run));
    // No disturbance takes that long.
    if (least > 25 * SLOW_MS) break;
  }
  return least;
}
