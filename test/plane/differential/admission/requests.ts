/** What admission webhooks are asked: an echo refuses every request and repeats it. */
import { apply, jsonPatch, merge, post, put, remove, type Run, type Scenario } from '../scenario.js';
import { install, widget, widgets } from '../scenarios-custom.js';
import type { WebhookHost } from '../webhook-host.js';
import { ruleFor, webhook, whileHooked } from './hooks.js';

type Kind = 'mutating' | 'validating';

export function requestScenarios(host: () => WebhookHost): Record<string, Scenario> {
  const echo = async (run: Run, kind: Kind, rule: object, act: () => Promise<void>, more = {}): Promise<void> =>
    whileHooked(run, kind, [webhook(run, host(), 'echo', { rules: [rule], ...more })], act);
  const both =
    (scenario: (run: Run, kind: Kind) => Promise<void>): Scenario =>
    async (run) => {
      for (const kind of ['mutating', 'validating'] as const) await scenario(run, kind);
    };

  return {
    'asks about objects as they were sent, with defaults': both(async (run, kind) => {
      const maps = `/api/v1/namespaces/${run.namespace}/configmaps`;
      await run.quietly(post(maps, { metadata: { name: 'old' }, data: { a: 'b' } }));
      await echo(run, kind, ruleFor('', ['configmaps']), async () => {
        await run.call(post(maps, { metadata: { name: 'x' }, data: { a: 'b' } }));
        // Validating webhooks learn the generated name, which is a random one.
        if (kind === 'mutating')
          await run.call(post(`${maps}?fieldManager=me&fieldValidation=Strict`, { metadata: { generateName: 'x-' } }));
        await run.call(post(`${maps}?dryRun=All`, { metadata: { name: 'x', uid: 'u', generation: 4 } }));
        await run.call(put(`${maps}/old`, { metadata: { name: 'old', labels: { x: 'y' } } }));
        await run.call(merge(`${maps}/old?fieldManager=me`, { data: { c: 'd' } }));
        await run.call(jsonPatch(`${maps}/old`, [{ op: 'add', path: '/data/c', value: 'd' }]));
        const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'old' }, data: { y: '1' } };
        await run.call(apply(`${maps}/old`, 'me', applied, true));
        await run.call(apply(`${maps}/new`, 'me', { ...applied, metadata: { name: 'new' } }));
        await run.call(remove(`${maps}/old`, { propagationPolicy: 'Background', gracePeriodSeconds: 3 }));
        await run.call(remove(`${maps}/old?dryRun=All`));
        await run.call(remove(`${maps}/absent`));
        await run.call(remove(`${maps}?labelSelector=none`));
        await run.call(remove(maps));
      });
    }),
    'asks about custom resources, their status and scale': both(async (run, kind) => {
      await install(run);
      const path = widgets(run);
      await run.quietly(post(path, widget(run, 'w', { tier: 'paid', replicas: 2 })));
      await echo(run, kind, ruleFor(run.group, ['widgets', 'widgets/*']), async () => {
        await run.call(post(path, { ...widget(run, 'n', { tier: 'paid' }), status: { observed: 3 } }));
        await run.call(merge(`${path}/w`, { spec: { replicas: 3 }, status: { replicas: 9 } }));
        await run.call(merge(`${path}/w/status`, { status: { replicas: 2 }, spec: { replicas: 8 } }));
        await run.call(merge(`${path}/w/scale`, { spec: { replicas: 5 } }));
        await run.call(remove(`${path}/w`));
      });
    }),
    'asks about workloads, their scale, eviction and binding': both(async (run, kind) => {
      const deployments = `/apis/apps/v1/namespaces/${run.namespace}/deployments`;
      const pods = `/api/v1/namespaces/${run.namespace}/pods`;
      const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
      const spec = { selector: { matchLabels: { a: 'b' } }, template };
      await run.quietly(post(deployments, { metadata: { name: 'd' }, spec }));
      await run.quietly(post(pods, { metadata: { name: 'p' }, spec: template.spec }));
      await echo(run, kind, ruleFor('apps', ['deployments', 'deployments/scale']), async () => {
        await run.call(post(deployments, { metadata: { name: 'e' }, spec, status: { replicas: 3 } }));
        await run.call(merge(`${deployments}/d/scale`, { spec: { replicas: 2 } }));
      });
      await echo(run, kind, ruleFor('', ['pods', 'pods/*']), async () => {
        const metadata = { name: 'p', namespace: run.namespace };
        await run.call(post(pods, { metadata: { name: 'q' }, spec: template.spec }));
        await run.call(
          post(`${pods}/p/binding`, {
            apiVersion: 'v1',
            kind: 'Binding',
            metadata,
            target: { kind: 'Node', name: 'n' },
          }),
        );
        await run.call(post(`${pods}/p/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata }));
      });
      await echo(run, kind, ruleFor('', ['pods'], ['DELETE']), async () => {
        await run.call(
          post(`${pods}/p/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } }),
        );
      });
    }),
    'calls scale with what mutating webhooks make of it': async (run) => {
      await install(run);
      const path = widgets(run);
      await run.quietly(post(path, widget(run, 'w', { tier: 'paid', replicas: 2 })));
      const operations = [{ op: 'replace', path: '/spec/replicas', value: 7 }];
      const encoded = Buffer.from(JSON.stringify(operations)).toString('base64url');
      const hook = webhook(run, host(), `patch/${encoded}`, { rules: [ruleFor(run.group, ['widgets/scale'])] });
      await whileHooked(run, 'mutating', [hook], async () => {
        await run.call(merge(`${path}/w/scale`, { spec: { replicas: 5 } }));
        await run.call(merge(`${path}/w`, { spec: { replicas: 4 } }));
      });
    },
    'refuses writes whose match conditions fail': both(async (run, kind) => {
      const maps = `/api/v1/namespaces/${run.namespace}/configmaps`;
      const failing = (...expressions: string[]): object => ({
        matchConditions: expressions.map((expression, index) => ({ name: `c${index}`, expression })),
      });
      for (const [index, conditions] of [
        failing("object.data.missing == 'x'"),
        failing("object.data.missing == 'x'", "object.data.other == 'y'"),
        failing("object.data.missing == 'x'", 'false'),
        { ...failing("object.data.missing == 'x'"), failurePolicy: 'Ignore' },
      ].entries()) {
        const act = async (): Promise<void> => {
          await run.call(post(`${maps}?dryRun=All`, { metadata: { name: `m${index}` }, data: { a: 'b' } }));
        };
        await echo(run, kind, ruleFor('', ['configmaps']), act, conditions);
      }
    }),
  };
}
