import { describe, expect, test } from 'vitest';
import { NoKindMatchError } from '../../../../src/runtime/client/requests/api-error.js';
import { createRestMapper } from '../../../../src/runtime/client/requests/rest-mapper.js';
import { defineKind, dynamicKind, metadataOnly } from '../../../../src/runtime/object/kind.js';
import { settle } from '../../manual-clock.js';
import { fakeTransport } from '../fake-api.js';

const gvk = { group: 'e.com', version: 'v1', kind: 'Widget' };
const Widget = dynamicKind(gvk);
const notFound = { status: 404, body: { kind: 'Status', reason: 'NotFound', code: 404 } };

const aggregated = (name: string, versions: object[] = []): object => ({
  kind: 'APIGroupDiscoveryList',
  items: [{ metadata: { name }, versions }],
});
const resource = (plural: string, kind: string, scope = 'Namespaced', more: object = {}): object => ({
  resource: plural,
  responseKind: { group: '', version: '', kind },
  scope,
  verbs: ['get', 'list'],
  ...more,
});

function server(hasWidget = () => true) {
  return fakeTransport(({ url }) => {
    if (url.pathname === '/api')
      return { body: aggregated('', [{ version: 'v1', resources: [resource('nodes', 'Node', 'Cluster')] }]) };
    const resources = hasWidget()
      ? [resource('widgets', 'Widget', 'Namespaced', { subresources: [{ subresource: 'status' }] })]
      : [];
    if (url.pathname === '/apis') return { body: aggregated('e.com', [{ version: 'v1', resources }]) };
    if (!hasWidget()) return notFound;
    return {
      body: {
        resources: [
          { name: 'widgets', kind: 'Widget', namespaced: true },
          { name: 'widgets/scale', kind: 'Scale', namespaced: true },
        ],
      },
    };
  });
}

describe('4.9 the mapper', () => {
  test('§4.9.1 asks twice, once for everybody, and then never again', async () => {
    const transport = server();
    const mapper = createRestMapper(transport);

    const kinds = await Promise.all([
      mapper.resolve(Widget),
      mapper.resolve(Widget),
      mapper.kindFor({ group: '', version: 'v1', kind: 'Node' }),
    ]);
    await mapper.resolve(Widget);

    expect(kinds.map(({ plural, scope }) => [plural, scope])).toEqual([
      ['widgets', 'Namespaced'],
      ['widgets', 'Namespaced'],
      ['nodes', 'Cluster'],
    ]);
    expect(kinds[0]?.subresources).toEqual({ status: true, scale: false });
    expect(transport.requests.map(({ path }) => path)).toEqual(['/api', '/apis']);
    expect(transport.requests[0]?.headers?.['accept']).toContain('v=v2;as=APIGroupDiscoveryList');
  });

  test('§1.1.1 described kinds need no question, and are known from then on', async () => {
    const transport = server();
    const mapper = createRestMapper(transport);
    const Gadget = defineKind({ ...gvk, kind: 'Gadget', plural: 'gadgets', scope: 'Cluster' });

    await mapper.resolve(Gadget);

    expect((await mapper.kindFor(Gadget.gvk)).plural).toBe('gadgets');
    expect(transport.requests).toEqual([]);
  });

  test('a projection stays a projection', async () => {
    expect((await createRestMapper(server()).resolve(metadataOnly(Widget))).projection).toBe('metadata');
  });

  test('§4.9.3 a kind that is missing is asked for once in ten seconds, by its version only, and found when it appears', async () => {
    let isInstalled = false;
    let now = 0;
    const transport = server(() => isInstalled);
    const mapper = createRestMapper(transport, { now: () => now });
    await expect(mapper.resolve(Widget)).rejects.toThrow(NoKindMatchError);
    await expect(mapper.resolve(Widget)).rejects.toThrow('install its CRD first');
    expect(transport.requests).toHaveLength(2);

    isInstalled = true;
    await expect(mapper.resolve(Widget)).rejects.toThrow(NoKindMatchError);
    now = 10_001;

    expect((await mapper.resolve(Widget)).subresources).toEqual({ status: false, scale: true });
    expect(transport.requests.at(-1)?.path).toBe('/apis/e.com/v1');
    expect(transport.requests).toHaveLength(3);
  });

  test('§4.9.5 forgetting a kind makes it ask again', async () => {
    const transport = server();
    const mapper = createRestMapper(transport);
    await mapper.resolve(Widget);

    mapper.forget(gvk);
    await mapper.resolve(Widget);
    mapper.forget();
    await mapper.resolve(Widget);

    expect(transport.requests.map(({ path }) => path)).toEqual(['/api', '/apis', '/apis/e.com/v1', '/api', '/apis']);
  });

  test('a failed question is asked again by the next call', async () => {
    let isBroken = true;
    const inner = server();
    const mapper = createRestMapper({
      ...inner,
      request: (request) => (isBroken ? Promise.reject(new Error('offline')) : inner.request(request)),
    });
    await expect(mapper.resolve(Widget)).rejects.toThrow('offline');
    isBroken = false;

    expect((await mapper.resolve(Widget)).plural).toBe('widgets');
  });

  test('§17.5.3 one who no longer waits does not end the question of the others', async () => {
    const mapper = createRestMapper(server());
    const controller = new AbortController();

    const impatient = mapper.resolve(Widget, { signal: controller.signal });
    const patient = mapper.resolve(Widget);
    controller.abort(new Error('enough'));

    await expect(impatient).rejects.toThrow('enough');
    expect((await patient).plural).toBe('widgets');
  });

  test('one who had given up before asking hears of that only, and a question that fails harms nobody', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const mapper = createRestMapper(fakeTransport(() => ({ status: 503, body: {} })));

    const asking = mapper.resolve(Widget, { signal: AbortSignal.abort(new Error('gone')) });

    await expect(asking).rejects.toThrow('gone');
    await settle();
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test('§4.9.2 §4.9.5 §17.5.2 servers that do not aggregate are asked version by version', async () => {
    const transport = fakeTransport(({ url }) => {
      const answers: Record<string, object> = {
        '/api': { kind: 'APIVersions', versions: ['v1'] },
        '/apis': {
          kind: 'APIGroupList',
          groups: [
            {
              name: 'e.com',
              preferredVersion: { version: 'v1' },
              versions: [{ version: 'v1beta1' }, { version: 'v1' }],
            },
          ],
        },
        '/api/v1': { resources: [{ name: 'nodes', kind: 'Node', namespaced: false, verbs: ['get'] }] },
        '/apis/e.com/v1': {
          resources: [
            { name: 'widgets', kind: 'Widget', namespaced: true, verbs: ['get'] },
            { name: 'widgets/status', kind: 'Widget', namespaced: true },
          ],
        },
      };
      const body = answers[url.pathname];
      return body ? { body } : notFound;
    });
    const mapper = createRestMapper(transport);

    const resources = await mapper.resources();

    expect(resources.map(({ kind, scope, subresources }) => [kind, scope, subresources])).toEqual([
      ['Node', 'Cluster', []],
      ['Widget', 'Namespaced', ['status']],
    ]);
  });
});
