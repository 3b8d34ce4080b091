/** Runs random programs and compares what the schemas say with what TypeScript says. */
import { isDeepStrictEqual } from 'node:util';
import type { planManifests } from '../../../src/commands/manifests/manifests-plan.js';
import { expectedOf, membersOf } from './expected.js';
import { makeProgram } from './generate.js';
import { judge, ts } from './judge.js';
import { isRefused, observedOf } from './observed.js';

/** Fields in one program: one run of the checker judges them all. */
const BATCH = 100;

/** How it went. */
export interface Outcome {
  readonly compared: number;
  /** Refused with an error. */
  readonly refused: number;
  /** Not valid TypeScript. */
  readonly invalid: number;
  readonly differences: readonly string[];
  readonly refusals: readonly string[];
}

/** Compares `count` types of a seed. */
export async function comparePrograms(
  plan: typeof planManifests,
  seed: number,
  count: number,
  stopsAtFirst = false,
): Promise<Outcome> {
  const total = { compared: 0, refused: 0, invalid: 0, differences: [] as string[], refusals: [] as string[] };
  for (let batch = 0; batch * BATCH < count; batch++) {
    if (stopsAtFirst && total.differences.length > 0) break;
    await compareOne(plan, (seed * 7919 + batch) >>> 0, total);
  }
  return total;
}

interface Total {
  compared: number;
  refused: number;
  invalid: number;
  readonly differences: string[];
  readonly refusals: string[];
}

async function compareOne(plan: typeof planManifests, seed: number, total: Total): Promise<void> {
  const program = makeProgram(seed, BATCH);
  const judged = judge(program.text);
  const lines = program.text.split('\n');
  const result = await plan({
    root: '/nowhere',
    overlay: new Map([['src/v1/types.ts', program.text]]),
    generators: ['crd'],
  });
  const spec = result.model.kinds[0]?.schema.properties?.['spec'];
  const hasErrors = result.diagnostics.some(({ severity }) => severity === 'error');
  const warned = new Set(
    result.diagnostics.filter(({ code }) => code === 'type-rules-lost').map(({ position }) => position?.line),
  );
  for (const { name, type, alias, property, keeps } of program.fields) {
    const where = `seed ${seed}, ${name}: ${type}`;
    const symbol = judged.fields.get(name);
    const line = lines.indexOf(`  ${name}: ${type};`) + 1;
    if (judged.errors.has(line) || symbol === undefined) {
      total.invalid++;
      continue;
    }
    const found = judged.checker.getTypeOfSymbolAtLocation(symbol, judged.node);
    if ((judged.checker.getNonNullableType(found).flags & (ts.TypeFlags.Never | ts.TypeFlags.Any)) !== 0) {
      total.invalid++;
      continue;
    }
    const schema = spec?.properties?.[name];
    if (schema === undefined) {
      total.differences.push(`${where}\n  there is no such field`);
      continue;
    }
    if (isRefused(schema)) {
      total.refused++;
      total.refusals.push(where);
      if (property !== undefined) total.differences.push(`${where}\n  refused, though TypeScript says what it is`);
      if (!hasErrors) total.differences.push(`${where}\n  refused without an error`);
      continue;
    }
    total.compared++;
    const marked = property === undefined ? schema : schema.properties?.[property];
    const isMarked = alias === 'Name' ? marked?.maxLength === 63 : marked?.minimum !== undefined;
    if (alias !== undefined && !isMarked) {
      total.differences.push(`${where}\n  the markers of ${alias} are lost: ${JSON.stringify(schema)}`);
      continue;
    }
    if (keeps !== undefined && !JSON.stringify(schema).includes(keeps) && !warned.has(line)) {
      total.differences.push(`${where}\n  ${keeps} is lost without a word: ${JSON.stringify(schema)}`);
      continue;
    }
    // Types that are about an alias with markers may have lost them.
    if (keeps === undefined && warned.has(line) && !/\b(?:Name|Count)\b/.test(type))
      total.differences.push(`${where}\n  a warning about rules that there are not`);
    const isRequired = !membersOf(found).some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);
    const expected = { ...expectedOf(judged, [found]), isRequired };
    const observed = { ...observedOf(schema), isRequired: spec?.required?.includes(name) === true };
    if (!isDeepStrictEqual(observed, expected))
      total.differences.push(
        `${where}\n  TypeScript: ${JSON.stringify(expected)}\n  the schema: ${JSON.stringify(observed)}`,
      );
  }
}
