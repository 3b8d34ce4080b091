/** Admission and conversion webhooks. */
import { DEFINITIONS, isEstablished } from './scenarios-custom.js';
import { get, merge, post, put, remove, type Call, type Run, type Scenario } from './scenario.js';
import type { WebhookHost } from './webhook-host.js';

type ProbeBody = { metadata?: { labels?: { mutated?: string } } };

const CONFIGURATIONS = '/apis/admissionregistration.k8s.io/v1';

export function webhookScenarios(host: () => WebhookHost): Record<string, Scenario> {
  const hook = ({ id, namespace }: Run, path: string, more = {}): object => ({
    name: `${path}.${id}.kbts.dev`,
    clientConfig: { url: `${host().url}/${path}`, caBundle: host().caBundle },
    rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE', 'UPDATE'] }],
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    timeoutSeconds: 20,
    ...more,
  });
  const maps = ({ namespace }: Run, name = ''): string =>
    `/api/v1/namespaces/${namespace}/configmaps${name && `/${name}`}`;
  const map = (name: string, data = {}, labels = {}): object => ({ metadata: { name, labels }, data });

  /** Repeats a quiet call until webhooks have become known. */
  async function known(run: Run, call: Call, isKnown: (body: ProbeBody, code: number) => boolean): Promise<void> {
    await run.until(call, ({ body, code }) => isKnown(body as ProbeBody, code));
  }

  async function configure(run: Run, kind: 'mutating' | 'validating', webhooks: object[]): Promise<void> {
    await run.quietly(
      post(`${CONFIGURATIONS}/${kind}webhookconfigurations`, { metadata: { name: `${kind}-${run.id}` }, webhooks }),
    );
  }

  return {
    'calls addresses as they are joined, and trusts a serving certificate': async (run) => {
      const addresses = ['//where', '/a//where/', '/a/./b/../where', '/where?x=y//z'];
      const bundles = [host().caBundle, host().servingCertificate];
      for (const [index, [url, caBundle]] of [
        ...addresses.map((path) => [path, bundles[0]]),
        ...bundles.map((one) => ['/where', one]),
      ].entries()) {
        const selector = { matchLabels: { only: `n${index}` } };
        const name = `w${index}-${run.id}`;
        const webhook = hook(run, `where${index}`, {
          clientConfig: { url: `${host().url}${url}`, caBundle },
          objectSelector: selector,
        });
        const made = await run.quietly(
          post(`${CONFIGURATIONS}/validatingwebhookconfigurations`, { metadata: { name }, webhooks: [webhook] }),
        );
        if (made.code !== 201) {
          await run.call(
            post(`${CONFIGURATIONS}/validatingwebhookconfigurations?dryRun=All`, {
              metadata: { name: `x${index}` },
              webhooks: [{ ...webhook, name: 'where.kbts.dev' }],
            }),
          );
          continue;
        }
        const probe = post(`${maps(run)}?dryRun=All`, map('probe', {}, { only: `n${index}` }));
        await known(run, probe, (_body, code) => code !== 201);
        await run.call(probe);
        await run.quietly(remove(`${CONFIGURATIONS}/validatingwebhookconfigurations/${name}`));
      }
    },
    'mutates and warns': async (run) => {
      await configure(run, 'mutating', [hook(run, 'mutate', { objectSelector: { matchLabels: { on: 'yes' } } })]);
      const probe = post(`${maps(run)}?dryRun=All`, map('probe', {}, { on: 'yes' }));
      await known(run, probe, (body) => body.metadata?.labels?.mutated !== undefined);
      await run.call(post(maps(run), map('a', { k: 'v' }, { on: 'yes' })));
      await run.call(post(maps(run), map('b', { k: 'v' })));
      await run.call(merge(maps(run, 'a'), { data: { k: 'w' } }));
      await run.call(put(maps(run, 'a'), map('a', { z: '1' }, { on: 'yes' })));
      await run.call(remove(maps(run, 'a')));
      await run.quietly(remove(`${CONFIGURATIONS}/mutatingwebhookconfigurations/mutating-${run.id}`));
    },
    'denies with the words of the webhook': async (run) => {
      await configure(run, 'validating', [hook(run, 'validate')]);
      await known(run, post(`${maps(run)}?dryRun=All`, map('probe', { deny: 'plain' })), (_body, code) => code >= 400);
      await run.call(post(maps(run), map('a', { deny: 'plain' })));
      await run.call(post(maps(run), map('a', { deny: 'message' })));
      await run.call(post(maps(run), map('a', { deny: 'code' })));
      await run.call(post(maps(run), map('a', { deny: 'no' })));
      await run.quietly(remove(`${CONFIGURATIONS}/validatingwebhookconfigurations/validating-${run.id}`));
    },
    'obeys failure policies and match conditions': async (run) => {
      await configure(run, 'validating', [
        hook(run, 'broken', {
          matchConditions: [{ name: 'x', expression: "has(object.data) && 'fail' in object.data" }],
        }),
        hook(run, 'broken2', { failurePolicy: 'Ignore' }),
      ]);
      await known(run, post(`${maps(run)}?dryRun=All`, map('probe', { fail: '1' })), (_body, code) => code >= 400);
      await run.call(post(maps(run), map('a', { fail: '1' })));
      await run.call(post(maps(run), map('a', { ok: '1' })));
      await run.quietly(remove(`${CONFIGURATIONS}/validatingwebhookconfigurations/validating-${run.id}`));
    },
    'fills in webhook configurations': async (run) => {
      await run.call(
        post(`${CONFIGURATIONS}/validatingwebhookconfigurations?dryRun=All`, {
          metadata: { name: `v-${run.id}` },
          webhooks: [
            {
              ...hook({ ...run, id: 'fixed', namespace: 'x' }, 'validate'),
              clientConfig: { service: { namespace: 'n', name: 's', path: '/v' } },
            },
          ],
        }),
      );
      await run.call(
        post(`${CONFIGURATIONS}/mutatingwebhookconfigurations?dryRun=All`, {
          metadata: { name: `m-${run.id}` },
          webhooks: [
            {
              ...hook({ ...run, id: 'fixed', namespace: 'x' }, 'mutate'),
              clientConfig: { service: { namespace: 'n', name: 's' } },
            },
          ],
        }),
      );
    },
    'converts between versions': async (run) => {
      const group = `${run.id}.kbts.dev`;
      const schema = (field: string): object => ({
        openAPIV3Schema: {
          type: 'object',
          properties: { spec: { type: 'object', properties: { [field]: { type: 'string' } } } },
        },
      });
      const clientConfig = { url: `${host().url}/convert`, caBundle: host().caBundle };
      await run.quietly(
        post(DEFINITIONS, {
          metadata: { name: `gadgets.${group}` },
          spec: {
            group,
            scope: 'Namespaced',
            names: { plural: 'gadgets', kind: 'Gadget' },
            versions: [
              { name: 'v1', served: true, storage: true, schema: schema('tier') },
              { name: 'v2', served: true, storage: false, schema: schema('level') },
            ],
            conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } },
          },
        }),
      );
      await run.until(`${DEFINITIONS}/gadgets.${group}`, isEstablished);
      const path = (version: string, name = ''): string =>
        `/apis/${group}/${version}/namespaces/${run.namespace}/gadgets${name && `/${name}`}`;
      await run.until(path('v2'), ({ code }) => code === 200);
      await run.until(path('v1'), ({ code }) => code === 200);
      await run.until(`/apis/${group}`, ({ body }) => (body as { versions?: unknown[] }).versions?.length === 2);
      await run.call(get(`/apis/${group}`));
      await run.call(
        post(path('v2'), {
          apiVersion: `${group}/v2`,
          kind: 'Gadget',
          metadata: { name: 'g' },
          spec: { level: 'high' },
        }),
      );
      await run.call(get(path('v1', 'g')));
      await run.call(get(path('v2', 'g')));
      // Field ownership across versions with other names is not converted here.
      await run.call({ ...merge(path('v1', 'g'), { spec: { tier: 'low' } }), ignoresManagers: true });
      await run.call({ ...get(path('v2')), ignoresManagers: true });
      await run.watch({ ...get(`${path('v2')}?watch=1`), ignoresManagers: true }, 1);
      await run.call(remove(path('v2', 'g')));
      await run.quietly(remove(`${DEFINITIONS}/gadgets.${group}`));
    },
  };
}
