/** Random type programs: a schema or a diagnostic for each, never a crash, never a hang, never a lost property. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planManifests } from '../../src/commands/manifests/manifests-plan.js';
import { roundsOf } from '../lanes/thorough.js';
import { randomProgram } from './random-program.js';

const RUNS = roundsOf('KBTS_FUZZ_PROGRAMS', 1000, 250);

test(`every one of ${RUNS} random programs gets schemas or diagnostics`, { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(randomProgram, async (source) => {
      const plan = await planManifests({
        root: '/nowhere',
        overlay: new Map([['src/v1/types.ts', source]]),
        generators: ['crd'],
      });

      const errors = plan.diagnostics.filter(({ severity }) => severity === 'error');
      expect(errors.length > 0, source).toBe(plan.files.length === 0);
      if (errors.length > 0) return;
      const spec = plan.model.kinds[0]?.schema.properties?.['spec'];
      expect(spec?.properties?.['plain'], source).toEqual({ type: 'string' });
    }),
    { numRuns: RUNS },
  );
});
