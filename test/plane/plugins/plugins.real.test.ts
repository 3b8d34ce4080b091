/** Admission plugins of the embedded plane judged by those of kube-apiserver. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedApiServer, type EmbeddedApiServer } from '../../../src/plane/embedded-api-server.js';
import { seeded } from '../builtin/fuzz/random.js';
import { ApiClient } from '../differential/api-client.js';
import { hasRealApiServer, startRealApiServer, type Target } from '../differential/real-api-server.js';
import { expectSame } from '../differential/scenario.js';
import { judgeLimits, judgeLevels, type Judgement } from './judge-pods.js';
import { pluginScenarios } from './scenarios.js';
import { seedOf } from '../../lanes/seed.js';

const SEED = seedOf('KBTS_FUZZ_SEED');
const COUNT = Number(process.env['KBTS_FUZZ_COUNT'] ?? 150);

describe.skipIf(!hasRealApiServer)('admission plugins', () => {
  let target: Target;
  let embedded: EmbeddedApiServer;
  let real: ApiClient;
  let own: ApiClient;

  beforeAll(async () => {
    [target, embedded] = await Promise.all([startRealApiServer(), startEmbeddedApiServer({})]);
    real = new ApiClient(target.server, target.token);
    own = new ApiClient(embedded.server, embedded.adminToken);
  }, 120_000);

  afterAll(async () => {
    real?.close();
    own?.close();
    await embedded?.stop();
    await target?.stop();
  });

  for (const [title, scenario] of Object.entries(pluginScenarios)) {
    test(title, () => expectSame(real, own, scenario), 240_000);
  }

  test.each<[string, (client: ApiClient) => Promise<Judgement[]>]>([
    ['Pod Security says the same', (client) => judgeLevels(client, seeded(SEED), COUNT)],
    ['LimitRanger says the same', (client) => judgeLimits(client, seeded(SEED), COUNT)],
  ])(
    `%s about random pods (seed ${SEED})`,
    async (_title, judge) => {
      const [expected, actual] = await Promise.all([judge(real), judge(own)]);

      expect(new Set(expected.map(({ code }) => code)).size).toBeGreaterThan(1);
      expect(actual).toEqual(expected);
    },
    300_000,
  );
});
