/** Where the embedded server differs from kube-apiserver, it is wrong. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startEmbeddedApiServer, type EmbeddedApiServer } from '../../../src/plane/embedded-api-server.js';
import { webhookScenarios } from './scenarios-webhooks.js';
import { startWebhookHost, type WebhookHost } from './webhook-host.js';
import { ApiClient } from './api-client.js';
import { hasRealApiServer, startRealApiServer, type Target } from './real-api-server.js';
import { expectSame, type Scenario } from './scenario.js';
import { accessScenarios } from './scenarios-access.js';
import { applyScenarios } from './scenarios-apply.js';
import { applyIdentityScenarios } from './apply/scenarios-identity.js';
import { typedApplyScenarios } from './apply/scenarios-typed.js';
import { builtinScenarios } from './scenarios-builtin.js';
import { eventScenarios } from './events/scenarios.js';
import { defaultClassScenarios } from './admission/default-classes.js';
import { mutationScenarios } from './admission/mutations.js';
import { nullScenarios } from './cel/nulls.js';
import { requestScenarios } from './admission/requests.js';
import { escalationScenarios } from './rights/escalation.js';
import { certificateScenarios } from './scenarios-certificates.js';
import { conversionScenarios } from './lifecycle/scenarios-conversion.js';
import { deletionScenarios } from './lifecycle/scenarios-deletion.js';
import { evolutionScenarios } from './lifecycle/scenarios-evolution.js';
import { statusScenarios } from './lifecycle/scenarios-status.js';
import { pathScenarios } from './edges/scenarios-paths.js';
import { valueScenarios } from './edges/scenarios-values.js';
import { isThorough, roundsOf } from '../../lanes/thorough.js';
import { seedOf } from '../../lanes/seed.js';
import { expectSameAtRandom } from './random/random-stories.js';
import { crudScenarios } from './scenarios-crud.js';
import { customScenarios } from './scenarios-custom.js';
import { kubectlScenarios } from './scenarios-kubectl.js';
import { shownScenarios } from './scenarios-kubectl-shown.js';
import { listWatchScenarios } from './scenarios-list-watch.js';

const FIRST = seedOf('KBTS_RANDOM_SEED');
let host: WebhookHost;
const groups: Record<string, Record<string, Scenario>> = {
  crud: crudScenarios,
  'list and watch': listWatchScenarios,
  custom: customScenarios,
  'rules and nulls': nullScenarios,
  'default classes': defaultClassScenarios,
  apply: applyScenarios,
  'apply identity': applyIdentityScenarios,
  'apply of values that do not fit': typedApplyScenarios,
  deletion: deletionScenarios,
  statuses: statusScenarios,
  'definitions that change': evolutionScenarios,
  'paths and lists': pathScenarios,
  'values at the edges': valueScenarios,
  builtin: builtinScenarios,
  access: accessScenarios,
  'rights that are granted': escalationScenarios,
  events: eventScenarios,
  certificates: certificateScenarios,
  kubectl: kubectlScenarios,
  'what kubectl shows': shownScenarios,
  webhooks: webhookScenarios(() => host),
  'statuses through conversion': conversionScenarios(() => host),
  'changes of webhooks': mutationScenarios(() => host),
  'requests to webhooks': requestScenarios(() => host),
};

describe.skipIf(!hasRealApiServer)('the embedded server answers like kube-apiserver', () => {
  let target: Target;
  let embedded: EmbeddedApiServer;
  let real: ApiClient;
  let own: ApiClient;

  beforeAll(async () => {
    host = await startWebhookHost();
    [target, embedded] = await Promise.all([
      startRealApiServer(),
      startEmbeddedApiServer({ log: (message) => console.error(message) }),
    ]);
    real = new ApiClient(target.server, target.token);
    own = new ApiClient(embedded.server, embedded.adminToken);
  });

  afterAll(async () => {
    real?.close();
    own?.close();
    await embedded?.stop();
    await target?.stop();
    await host?.stop();
  });

  for (const [group, scenarios] of Object.entries(groups)) {
    describe(group, () => {
      for (const [title, scenario] of Object.entries(scenarios))
        it(title, () => expectSame(real, own, scenario), 240_000);
    });
  }

  describe('random operations', () => {
    const count = roundsOf('KBTS_RANDOM_OPERATIONS', 5000, 500);
    for (const seed of isThorough ? [FIRST, FIRST + 1, FIRST + 2] : [FIRST])
      it(`${count} on 20 kinds (seed ${seed})`, () => expectSameAtRandom(real, own, seed, count), 1_200_000);
  });
});
