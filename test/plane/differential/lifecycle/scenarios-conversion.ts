/** A field that only the storage version declares, passed on by a converter: who can still write the status. */
import { apply, get, merge, post, remove, type Run, type Scenario } from '../scenario.js';
import { DEFINITIONS, isEstablished } from '../scenarios-custom.js';
import type { WebhookHost } from '../webhook-host.js';

const text = { type: 'string' };
const version = (name: string, storage: boolean, fields: object): object => ({
  name,
  served: true,
  storage,
  subresources: { status: {} },
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', properties: fields },
        status: { type: 'object', properties: { phase: text } },
      },
    },
  },
});

async function define(
  { id, namespace, quietly, until }: Run,
  host: WebhookHost,
): Promise<(at: string, name?: string) => string> {
  const group = `${id}.kbts.dev`;
  const clientConfig = { url: `${host.url}/convert`, caBundle: host.caBundle };
  const spec = {
    group,
    scope: 'Namespaced',
    names: { plural: 'toads', kind: 'Toad' },
    versions: [
      version('v1', true, { tier: text, extra: { ...text, default: 'x' } }),
      version('v2', false, { level: text }),
    ],
    conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } },
  };
  await quietly(post(DEFINITIONS, { metadata: { name: `toads.${group}` }, spec }));
  await until(`${DEFINITIONS}/toads.${group}`, isEstablished);
  const path = (at: string, name = ''): string =>
    `/apis/${group}/${at}/namespaces/${namespace}/toads${name && `/${name}`}`;
  for (const at of ['v1', 'v2']) await until(path(at), ({ code }) => code === 200);
  return path;
}

export function conversionScenarios(host: () => WebhookHost): Record<string, Scenario> {
  return {
    'writes a status when another version lacks a field': async (run) => {
      const path = await define(run, host());
      const toad = (at: string, name: string, more: object): object => ({
        apiVersion: `${run.id}.kbts.dev/${at}`,
        kind: 'Toad',
        metadata: { name },
        ...more,
      });
      for (const name of ['created', 'applied']) {
        const body = toad('v2', name, { spec: { level: 'a' } });
        await run.quietly(name === 'created' ? post(path('v2'), body) : apply(path('v2', name), 'user', body));
        for (const at of ['v1', 'v2']) {
          const status = { status: { phase: at } };
          // Field ownership across versions with other names is not converted here.
          const calls = [
            merge(`${path(at, name)}/status`, status),
            apply(`${path(at, name)}/status`, 'controller', toad(at, name, status), true),
            merge(path(at, name), { metadata: { labels: { at } } }),
          ];
          for (const call of calls) await run.call({ ...call, ignoresManagers: true });
        }
        await run.call({ ...get(path('v1', name)), ignoresManagers: true });
      }
      await run.quietly(remove(`${DEFINITIONS}/toads.${run.id}.kbts.dev`));
    },
  };
}
