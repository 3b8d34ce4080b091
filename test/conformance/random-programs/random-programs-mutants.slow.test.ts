/** The comparison with TypeScript finds what it is for: each of thirteen planted errors. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { planManifests } from '../../../src/commands/manifests/manifests-plan.js';
import { partOf } from '../../lanes/thorough.js';
import { comparePrograms } from './compare.js';

const SEED = 31;
const COUNT = 600;

/** What is planted: a file below src/reader, the right words, the wrong ones. */
const MUTANTS = [
  [
    'a condition that is not known is taken to hold',
    'evaluate/evaluate-computed.ts',
    'if (isTrue === undefined) {',
    'if (isTrue === null) {',
  ],
  [
    'a list fits into a list of anything',
    'evaluate/assignable.ts',
    "if (have.kind === 'array') {",
    "if (have.kind === 'array') {\n    if (item.kind !== 'checked') return true;",
  ],
  [
    '`-?` leaves undefined',
    'evaluate/evaluate-mapped.ts',
    'isRemoved && source?.isOptional === true',
    'isRemoved && source === null',
  ],
  [
    'an optional property is read as a required one',
    'evaluate/evaluate-computed.ts',
    'isOptional ? [...types, absent] : types',
    'types',
  ],
  [
    'Omit picks',
    'evaluate/evaluate-utility.ts',
    'return pick(evaluator, first, second(), false);',
    'return pick(evaluator, first, second(), true);',
  ],
  ['Exclude extracts', 'evaluate/evaluate-utility.ts', "fits === (name === 'Extract')", 'fits === true'],
  [
    'an intersection takes the wider literal',
    'evaluate/evaluate-object.ts',
    'if (isWider(first, right)) return right;',
    'if (isWider(first, right)) return left;',
  ],
  [
    'an alias that may be undefined is required',
    'schema/schema-field.ts',
    'const isOptional = member.isOptional || isUndefinable;',
    'const isOptional = member.isOptional;',
  ],
  [
    'a filter forgets the names of what it keeps',
    'evaluate/evaluate-utility.ts',
    'return unionOf(kept, type);',
    'return unionOf(kept.map((member) => computed(evaluator.evaluate(member), place)), type);',
  ],
  [
    'a property from the checker is never optional',
    'checker/checked-members.ts',
    'const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;',
    'const isOptional = symbol.flags < 0;',
  ],
  [
    'the markers of a property that the checker forgets are not missed',
    'taken/lost-properties.ts',
    'if (path !== undefined) reportProperty(',
    'if (path === null) reportProperty(',
  ],
  [
    'a property that is inferred forgets its markers',
    'evaluate/assignable.ts',
    'takenType(evaluator, own), member.type',
    'own.type, member.type',
  ],
  [
    'null is forgotten',
    'schema/schema-field.ts',
    'let marked = isNullable ? nullableSchema(base) : base;',
    'let marked = base;',
  ],
] as const;

let folder = '';

beforeAll(async () => {
  // Inside the clone, so that the bundle finds the packages and the types of kbts.
  folder = await mkdtemp(path.resolve('node_modules', '.kbts-mutants-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function planWith(name: string, file?: string, right = '', wrong = ''): Promise<typeof planManifests> {
  const target = file === undefined ? undefined : path.resolve('src/reader', file);
  const outfile = path.join(folder, `${name}.mjs`);
  const result = await build({
    entryPoints: ['src/commands/manifests/manifests-plan.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
    plugins: [
      {
        name: 'mutant',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, async (args) => {
            const text = await readFile(args.path, 'utf8');
            if (args.path !== target) return { contents: text, loader: 'ts' };
            if (!text.includes(right)) throw new Error(`${file ?? ''} has changed: "${right}" is not in it`);
            return { contents: text.replace(right, wrong), loader: 'ts' };
          }),
      },
    ],
  });
  await writeFile(outfile, result.outputFiles[0]?.text ?? '');
  const module = (await import(pathToFileURL(outfile).href)) as { planManifests: typeof planManifests };
  return module.planManifests;
}

test('without a planted error there is no difference', { timeout: 120_000 }, async () => {
  const outcome = await comparePrograms(await planWith('right'), SEED, COUNT);

  expect(outcome.differences).toEqual([]);
});

// A third of them in `make test`.
test.each(partOf(MUTANTS, 6))('found: %s', { timeout: 120_000 }, async (title, file, right, wrong) => {
  const plan = await planWith(title.replaceAll(/\W+/g, '-'), file, right, wrong);
  const outcome = await comparePrograms(plan, SEED, COUNT, true).catch((error: unknown) => ({
    differences: [String(error)],
  }));

  expect(outcome.differences).not.toEqual([]);
});
