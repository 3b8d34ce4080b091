/** Mutating policies, bindings and writes, for the embedded plane and the real one alike. */
import type { ControlPlane } from '../../../src/testing/index.js';
import type { WebhookHost } from '../differential/webhook-host.js';
import { untilAccepted } from '../../until-known.js';
import { type Plain, POLICIES, V1 } from './mutation-policies.js';

type Spec = Record<string, unknown>;

const labels = (name: string): Spec => ({ name, namespace: 'default', labels: { policy: name } });
const configMap = (name: string, entries: Record<string, string> = { a: '1' }): Plain => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: labels(name),
  data: entries,
});
const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a:1' }] } };
const deployment = (name: string): Plain => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: labels(name),
  spec: { selector: { matchLabels: { app: 'a' } }, template },
});
const gadget = (name: string, spec: Spec = { size: 1 }): Plain => ({
  apiVersion: 'example.com/v1',
  kind: 'Gadget',
  metadata: labels(name),
  spec,
});
/** What is there before the policies. */
const SETUP: readonly Plain[] = [
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'gadgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                spec: {
                  type: 'object',
                  properties: {
                    size: { type: 'integer', format: 'int64', maximum: 9007199254740996 },
                    ratio: { type: 'number' },
                    mode: { type: 'string', default: 'plain' },
                    note: { type: 'string', nullable: true },
                    since: { type: 'string', format: 'date-time' },
                    tags: { type: 'array', items: { type: 'string' } },
                    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                    ports: {
                      type: 'array',
                      'x-kubernetes-list-type': 'map',
                      'x-kubernetes-list-map-keys': ['name'],
                      items: {
                        type: 'object',
                        required: ['name'],
                        properties: { name: { type: 'string' }, port: { type: 'integer' } },
                      },
                    },
                    fixed: {
                      type: 'object',
                      'x-kubernetes-map-type': 'atomic',
                      properties: { a: { type: 'string' }, b: { type: 'string' } },
                    },
                  },
                },
              },
            },
          },
        },
      ],
    },
  },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'limits', namespace: 'default' }, data: { max: '2' } },
];

const set = (path: string, value: string): object => ({ op: 'add', path, value });
const copy = (from: string, path: string): object => ({ op: 'copy', from, path });

/** Webhooks for the objects of some policies. */
const webhooks = ({ url, caBundle }: WebhookHost): Plain => {
  const webhook = (name: string, operations: readonly object[], reinvocationPolicy: string): object => ({
    name: `${name}.example.com`,
    clientConfig: { url: `${url}/patch/${Buffer.from(JSON.stringify(operations)).toString('base64url')}`, caBundle },
    objectSelector: { matchLabels: { policy: name } },
    rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] }],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    timeoutSeconds: 20,
    reinvocationPolicy,
  });
  return {
    apiVersion: V1,
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'hooks' },
    webhooks: [
      // It moves what it has set before, so that the object tells how often it was called.
      webhook('hooked', [copy('/data/y', '/data/z'), copy('/data/x', '/data/y'), set('/data/x', 'w')], 'IfNeeded'),
      webhook('late', [set('/data/hook', 'w')], 'Never'),
      webhook('early', [set('/data/hook', 'w')], 'Never'),
    ],
  };
};

/** Objects that are created, and then written again with another label. */
const WRITES: readonly Plain[] = [
  ...'plain two patched escaped tested unfit unknown wrong-type ignored failing misnamed undeclared dear dear-variable'
    .split(' ')
    .map((name) => configMap(name)),
  ...'variables conditional broken-condition param lost kindless allowed asking moved optional never'
    .split(' ')
    .map((name) => configMap(name)),
  {
    ...configMap('conditional', { a: '1', yes: 'x' }),
    metadata: { ...labels('conditional'), name: 'conditional-yes' },
  },
  configMap('again', { a: '1', b: '' }),
  ...'hooked late early'.split(' ').map((name) => configMap(name, { a: '1', x: '', y: '', z: '' })),
  ...'sidecar atomic replicas text-replicas patched-replicas strict'.split(' ').map((name) => deployment(name)),
  ...'keyless twice fixed pruned pruned-then-applied applied-unknown free free-map free-list free-copy map-in-list moved-item negative invalid exact-patch defaulted status'
    .split(' ')
    .map((name) => gadget(name)),
  gadget('keyed', {
    ports: [
      { name: 'c', port: 3 },
      { name: 'a', port: 9 },
    ],
  }),
  gadget('exact', { size: 9007199254740991 }),
  gadget('numbers', { ratio: 1, since: '2024-01-01T00:00:00Z' }),
  gadget('nulls', { note: null }),
  { ...deployment('plain'), metadata: labels('unrelated') },
];

/** Creates what is there before the writes; policies come when the kinds that they see are known. */
export async function prepare({ client }: ControlPlane, host: WebhookHost): Promise<void> {
  for (const object of SETUP) await client.create(structuredClone(object) as never);
  await untilAccepted(() => client.create(gadget('first') as never));
  for (const object of [...POLICIES, webhooks(host)]) await client.create(structuredClone(object) as never);
}

/** What the server makes of each write: the object without what differs from server to server, or the refusal. */
export async function mutations({ client }: ControlPlane): Promise<Record<string, unknown>> {
  const attempt = async (write: () => Promise<unknown>): Promise<unknown> => {
    try {
      return settled((await write()) as Plain);
    } catch (error) {
      const { message, code, reason, details } = error as Error & { code?: number; reason?: string; details?: unknown };
      return { code, reason, message, details };
    }
  };
  const found: Record<string, unknown> = {};
  for (const object of WRITES) {
    const name = `${String(object['kind'])} ${String(object.metadata['name'])}`;
    const sent = structuredClone(object);
    found[name] = await attempt(() => client.create(sent as never));
    const made = found[name] as Plain;
    if ('code' in made) continue;
    const body: object = { metadata: { annotations: { again: 'yes' } } };
    found[`${name}, again`] = await attempt(() => client.patch(sent as never, { type: 'merge', body: body as never }));
    await client.delete({ ...object, metadata: { ...object.metadata, name: made.metadata['name'] } } as never);
  }
  return found;
}

function settled(object: Plain): unknown {
  const { uid: _uid, creationTimestamp: _time, resourceVersion: _version, ...metadata } = object.metadata;
  const managedFields = (metadata['managedFields'] as Spec[] | undefined)?.map(
    ({ time: _at, manager: _who, ...entry }) => entry,
  );
  return { ...object, metadata: { ...metadata, managedFields } };
}
