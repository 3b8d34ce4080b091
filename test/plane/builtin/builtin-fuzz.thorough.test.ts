/** Built-in kinds: mutated objects get the verdict of a real kube-apiserver. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedApiServer, type EmbeddedApiServer } from '../../../src/plane/embedded-api-server.js';
import { ApiClient } from '../differential/api-client.js';
import { hasRealApiServer, startRealApiServer, type Target } from '../differential/real-api-server.js';
import { fuzz, fuzzUpdates, judgeSamples, NAMESPACE, summary, type Report } from './fuzz/compare.js';
import { record } from './fuzz/recorded.js';
import { seedOf } from '../../lanes/seed.js';

const SEED = seedOf('KBTS_FUZZ_SEED');
const COUNT = Number(process.env['KBTS_FUZZ_COUNT'] ?? 1500);
const UPDATES = Number(process.env['KBTS_FUZZ_UPDATES'] ?? 500);
const KINDS = (process.env['KBTS_FUZZ_KINDS'] ?? '').split(',').filter((kind) => kind !== '');

describe.skipIf(!hasRealApiServer)('objects of built-in kinds', () => {
  let target: Target;
  let embedded: EmbeddedApiServer;
  let real: ApiClient;
  let own: ApiClient;

  beforeAll(async () => {
    [target, embedded] = await Promise.all([startRealApiServer(), startEmbeddedApiServer({})]);
    real = new ApiClient(target.server, target.token);
    own = new ApiClient(embedded.server, embedded.adminToken);
    for (const client of [real, own]) {
      await client.call({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: NAMESPACE } } });
    }
  }, 120_000);

  afterAll(async () => {
    real?.close();
    own?.close();
    await embedded?.stop();
    await target?.stop();
  });

  it('are accepted by both servers as they are written', async () => {
    expect(summary(await judgeSamples(real, own))).toBe('');
  }, 300_000);

  it.runIf(process.env['KBTS_FUZZ_RECORD'] !== undefined)(
    'are recorded for the tests without a real server',
    async () => {
      await record(real, own, Number(process.env['KBTS_FUZZ_RECORD']));
    },
    600_000,
  );

  it(`are judged the same when they are mutated (seed ${SEED}, ${COUNT} objects)`, async () => {
    expectSame('creates', await fuzz(real, own, { seed: SEED, count: COUNT, kinds: KINDS }));
  }, 1_800_000);

  it(`are judged the same when mutants replace them (seed ${SEED}, ${UPDATES} objects)`, async () => {
    expectSame('updates', await fuzzUpdates(real, own, { seed: SEED, count: UPDATES, kinds: KINDS }));
  }, 1_800_000);
});

function expectSame(what: string, report: Report): void {
  const { refused, accepted, worded, count } = report;
  const figures = `${what}, seed ${SEED}, ${count} objects: ${refused.length} refused here only, ${accepted.length} accepted here only, ${worded.length} with other causes`;
  console.log(figures);
  const file = process.env['KBTS_FUZZ_REPORT'];
  if (file !== undefined) {
    const parts = [figures, '== refused here only', summary(refused), '== accepted here only', summary(accepted)];
    writeFileSync(`${file}.${what}`, [...parts, '== other causes', summary(worded, 200)].join('\n'));
  }
  expect(summary(refused)).toBe('');
  expect(accepted.length / count, summary(accepted)).toBeLessThanOrEqual(0.005);
}
