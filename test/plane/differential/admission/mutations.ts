/** What becomes of the changes that mutating webhooks make. */
import { apply, get, merge, post, type Run, type Scenario } from '../scenario.js';
import { DEFINITIONS, isEstablished } from '../scenarios-custom.js';
import type { WebhookHost } from '../webhook-host.js';
import { ruleFor, webhook, whileHooked } from './hooks.js';

const add = (path: string, value: unknown): object => ({ op: 'add', path, value });

const SCHEMA = {
  openAPIV3Schema: {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          a: { type: 'string' },
          n: { type: 'integer', default: 3 },
          o: { type: 'object', properties: { p: { type: 'string', default: 'q' } } },
        },
      },
      status: {
        type: 'object',
        required: ['conditions'],
        properties: { conditions: { type: 'array', items: { type: 'string' } } },
      },
    },
  },
};

async function installRabbits(run: Run): Promise<string> {
  const group = `${run.id}.kbts.dev`;
  const versions = [{ name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: SCHEMA }];
  const names = { kind: 'Rabbit', plural: 'rabbits' };
  const metadata = { name: `rabbits.${group}` };
  await run.quietly(post(DEFINITIONS, { metadata, spec: { group, scope: 'Namespaced', names, versions } }));
  await run.until(`${DEFINITIONS}/rabbits.${group}`, isEstablished);
  const path = `/apis/${group}/v1/namespaces/${run.namespace}/rabbits`;
  await run.until(path, ({ code }) => code === 200);
  return path;
}

/** Changes that a webhook might make to a custom resource. */
const CUSTOM: Readonly<Record<string, object[]>> = {
  emptystatus: [add('/status', {})],
  status: [add('/status', { conditions: ['webhook'] })],
  unknown: [add('/spec/zzz', 1), add('/metadata/zzz', 1), add('/zzz', { a: 1 })],
  undefault: [{ op: 'remove', path: '/spec/n' }, add('/spec/o', {})],
  null: [add('/spec/n', null), add('/spec/a', null)],
  wrong: [add('/spec/a', 5)],
  generation: [add('/metadata/generation', 77)],
  uid: [add('/metadata/uid', 'from-webhook')],
  created: [add('/metadata/creationTimestamp', '2020-01-01T00:00:00Z')],
  version: [add('/metadata/resourceVersion', '5')],
  managers: [add('/metadata/managedFields', [])],
  finalizers: [add('/metadata/finalizers', ['kbts.dev/x'])],
  namespace: [add('/metadata/namespace', 'default')],
  name: [add('/metadata/name', 'other')],
  kind: [add('/kind', 'Hare')],
  nothing: [],
  missing: [{ op: 'replace', path: '/nope/x', value: 1 }],
};

/** Updates with these changes are refused on both servers, in slightly different words. */
const ONLY_CREATED = new Set(['uid', 'name', 'kind', 'missing']);

export function mutationScenarios(host: () => WebhookHost): Record<string, Scenario> {
  const patching = (run: Run, operations: object[], rule: object): object =>
    webhook(run, host(), `patch/${Buffer.from(JSON.stringify(operations)).toString('base64url')}`, { rules: [rule] });

  const custom =
    (names: readonly string[]): Scenario =>
    async (run) => {
      const path = await installRabbits(run);
      const { id: group, namespace } = run;
      const rabbit = (name: string, spec = {}): object => ({
        apiVersion: `${group}.kbts.dev/v1`,
        kind: 'Rabbit',
        metadata: { name, namespace },
        spec: { a: 'b', ...spec },
      });
      for (const name of names) {
        await run.quietly(post(path, rabbit(`old-${name}`)));
        await run.quietly(merge(`${path}/old-${name}/status`, { status: { conditions: ['real'] } }));
        const hook = patching(
          run,
          CUSTOM[name] ?? [],
          ruleFor(`${group}.kbts.dev`, ['rabbits', 'rabbits/status'], ['CREATE', 'UPDATE']),
        );
        await whileHooked(run, 'mutating', [hook], async () => {
          await run.call(post(path, rabbit(`new-${name}`)));
          await run.call(get(`${path}/new-${name}`));
          await run.call(post(`${path}?dryRun=All`, rabbit('dry')));
          if (ONLY_CREATED.has(name)) return;
          await run.call(merge(`${path}/old-${name}`, { spec: { a: 'c' } }));
          await run.call(merge(`${path}/old-${name}/status`, { status: { conditions: ['changed'] } }));
          await run.call(apply(`${path}/applied-${name}`, 'me', rabbit(`applied-${name}`)));
        });
      }
    };

  const deployment = {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  };
  const pod = { containers: [{ name: 'c', image: 'i' }] };
  const builtin =
    (resource: string, group: string, spec: object, patches: readonly object[][]): Scenario =>
    async (run) => {
      const path = `/api${group === '' ? '' : `s/${group}`}/v1/namespaces/${run.namespace}/${resource}`;
      for (const [index, operations] of patches.entries()) {
        await run.quietly(post(path, { metadata: { name: `old-${index}` }, ...spec }));
        const hook = patching(run, operations, ruleFor(group, [resource], ['CREATE', 'UPDATE']));
        await whileHooked(run, 'mutating', [hook], async () => {
          await run.call(post(path, { metadata: { name: `new-${index}` }, ...spec }));
          // Pods cannot change: both servers refuse, and show the difference in other words.
          if (resource !== 'pods') await run.call(merge(`${path}/old-${index}`, { metadata: { labels: { x: 'y' } } }));
        });
      }
    };

  const keys = Object.keys(CUSTOM);
  return {
    'drops, defaults and validates changes of custom resources': custom(keys.slice(0, 6)),
    'keeps the identity of custom resources': custom(keys.slice(6, 12)),
    'refuses changes of what objects are': custom(keys.slice(12)),
    'decodes changes of ConfigMaps': builtin('configmaps', '', { data: { a: 'b' } }, [
      [add('/data', { a: 5 })],
      [add('/bogus', 5), add('/metadata/bogus', 5)],
      [add('/data', { more: 'x' }), add('/metadata/generation', 3), add('/metadata/uid', 'u')],
      [add('/metadata/namespace', 'default')],
      [add('/metadata/labels', { 'not valid!': 'x' })],
    ]),
    'decodes changes of Deployments': builtin('deployments', 'apps', { spec: deployment }, [
      [add('/status', { replicas: 7 })],
      [add('/spec/replicas', 'x')],
      [add('/spec/template/spec/containers/-', { name: 'side', image: 's' })],
      [add('/spec/replicas', -1)],
    ]),
    'decodes changes of Pods': builtin('pods', '', { spec: pod }, [
      [add('/spec/containers/-', { name: 'side', image: 's:latest', resources: { requests: { cpu: '0.5' } } })],
      [add('/status', { phase: 'Running' })],
      [add('/spec/nodeSelector', { a: 'b' }), add('/spec/priority', 5)],
    ]),
  };
}
