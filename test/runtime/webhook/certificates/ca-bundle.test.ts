import { beforeEach, describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import { putCaBundle } from '../../../../src/runtime/webhook/certificates/ca-bundle.js';
import { ObjectStore } from '../object-store.js';

const service = { name: 'hooks', namespace: 'system' };
const other = { name: 'other', namespace: 'system' };
const { signal } = new AbortController();
const base64 = (text: string): string => Buffer.from(text).toString('base64');
let store: ObjectStore;

beforeEach(() => {
  store = new ObjectStore();
  store.put(configuration('MutatingWebhookConfiguration', 'm', [service, other, { ...service, namespace: 'else' }]));
  store.put(configuration('ValidatingWebhookConfiguration', 'v', [other, service]));
  store.put(configuration('ValidatingWebhookConfiguration', 'foreign', [other]));
  store.put(crd('as.x.y', service));
  store.put(crd('bs.x.y', other));
  store.calls.length = 0;
});

const put = (bundle = 'CA'): Promise<number> =>
  putCaBundle(store.client, { service, crds: ['as.x.y', 'bs.x.y', 'missing.x.y'] }, { bundle, signal });

describe('putCaBundle', () => {
  test('changes what calls our service, and nothing else', async () => {
    expect(await put()).toBe(3);

    expect(bundles('MutatingWebhookConfiguration', 'm')).toEqual([base64('CA'), undefined, undefined]);
    expect(bundles('ValidatingWebhookConfiguration', 'v')).toEqual([undefined, base64('CA')]);
    expect(bundles('ValidatingWebhookConfiguration', 'foreign')).toEqual([undefined]);
    expect(store.get('CustomResourceDefinition', 'as.x.y')).toMatchObject({
      spec: { conversion: { webhook: { clientConfig: { caBundle: base64('CA') } } } },
    });
  });

  test('asks for the configurations that have a name, and lists nothing', async () => {
    const configurations = { mutating: ['m', 'absent'], validating: ['foreign'] };

    expect(await putCaBundle(store.client, { service, configurations, crds: [] }, { bundle: 'CA', signal })).toBe(1);

    expect(bundles('MutatingWebhookConfiguration', 'm')).toEqual([base64('CA'), undefined, undefined]);
    expect(bundles('ValidatingWebhookConfiguration', 'v')).toEqual([undefined, undefined]);
    expect(store.calls.filter((call) => call.startsWith('list'))).toEqual([]);
  });

  test('writes nothing when all is in place', async () => {
    await put();
    store.calls.length = 0;

    expect(await put()).toBe(0);
    expect(store.calls.filter((call) => call.startsWith('patch'))).toEqual([]);
  });

  test('replaces a bundle that someone changed', async () => {
    await put('old');

    expect(await put('new')).toBe(3);
    expect(bundles('ValidatingWebhookConfiguration', 'v')).toEqual([undefined, base64('new')]);
  });

  test('never writes into another webhook when the list was reordered meanwhile', async () => {
    store.before = (call) => {
      if (call === 'patch ValidatingWebhookConfiguration v')
        store.put(configuration('ValidatingWebhookConfiguration', 'v', [service, other], ['w1', 'w0']));
    };

    await expect(put()).rejects.toThrow('test failed');
    expect(bundles('ValidatingWebhookConfiguration', 'v')).toEqual([undefined, undefined]);
  });
});

function configuration(kind: string, name: string, services: object[], names?: string[]): KubeObject {
  const webhooks = services.map((target, i) => ({ name: names?.[i] ?? `w${i}`, clientConfig: { service: target } }));
  const object = { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name }, webhooks };
  return object;
}

function crd(name: string, target: object): KubeObject {
  const spec = { conversion: { strategy: 'Webhook', webhook: { clientConfig: { service: target } } } };
  const object = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name }, spec };
  return object;
}

function bundles(kind: string, name: string): unknown[] {
  const { webhooks } = store.get(kind, name) as KubeObject & { webhooks: { clientConfig: { caBundle?: string } }[] };
  return webhooks.map(({ clientConfig }) => clientConfig.caBundle);
}
