/** Markers of an alias reach the schema whatever way the alias takes, or the type is rejected with its place. */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { planManifests } from '../../../src/commands/manifests/manifests-plan.js';
import { roundsOf, seedShift } from '../../lanes/thorough.js';
import { Random } from '../random-programs/generate.js';
import { routedProgram, type RoutedProgram } from './generate.js';

const COUNT = roundsOf('KBTS_ROUTES', 2000, 200);
const SEED = Number(process.env['KBTS_ROUTE_SEED'] ?? 20_261_118) + seedShift;

type Verdict = 'equal' | 'rejected' | { readonly found: unknown; readonly expected: unknown };

async function verdictOf({ files }: RoutedProgram): Promise<Verdict> {
  const { diagnostics, model } = await planManifests({ root: '/nowhere', overlay: files });
  if (diagnostics.some(({ severity, position }) => severity === 'error' && position !== undefined)) return 'rejected';
  if (diagnostics.some(({ code }) => code === 'type-rules-lost')) return 'rejected';
  const { a: found, b: expected } = model.kinds[0]?.schema.properties?.['spec']?.properties ?? {};
  return isDeepStrictEqual(found, expected) && found !== undefined ? 'equal' : { found, expected };
}

test(`${COUNT} routes of the seed ${SEED} lose no marker silently`, { timeout: 600_000 }, async () => {
  const random = new Random(SEED);
  const lost: unknown[] = [];
  const rejected = new Map<string, number>();
  let equal = 0;
  for (let round = 0; round < COUNT; round++) {
    const program = routedProgram(random);
    const verdict = await verdictOf(program);
    if (verdict === 'equal') equal++;
    else if (verdict === 'rejected')
      for (const step of program.route) rejected.set(step, (rejected.get(step) ?? 0) + 1);
    else lost.push({ ...verdict, route: program.route, files: [...program.files].flat().join('\n') });
  }
  if (process.env['KBTS_ROUTE_REJECTED'] !== undefined) console.log(equal, rejected);
  expect(lost.slice(0, 3)).toEqual([]);
  expect(equal).toBeGreaterThan(COUNT * 0.5);
});
