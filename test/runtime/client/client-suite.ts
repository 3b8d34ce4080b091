/** What the client promises, on whichever control plane. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiError,
  type Client,
  createClient,
  defineKind,
  dynamicKind,
  is,
  type KubeObject,
  metadataOnly,
  modify,
  mutable,
} from '../../../src/runtime/index.js';
import {
  addFinalizer,
  createOrUpdate,
  createTransport,
  mergeFrom,
  parseClusterConfig,
  removeFinalizer,
} from '../../../src/runtime/entry/client.js';
import { InvalidCallError, NoKindMatchError, NoSubresourceError } from '../../../src/runtime/entry/errors.js';
import { type ControlPlane, type ControlPlaneKind, startControlPlane, waitFor } from '../../../src/testing/index.js';
import { ensureBinaries } from '../../testing/real-binaries.js';

interface ConfigMap extends KubeObject {
  data?: Record<string, string>;
  immutable?: boolean;
}
interface Widget extends KubeObject {
  spec?: { replicas?: number; [key: string]: unknown };
  status?: { [key: string]: unknown };
}
const ConfigMap = defineKind<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
});
const Namespace = defineKind({ group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', scope: 'Cluster' });
const Pod = defineKind<KubeObject & { spec?: object; status?: { phase?: string } }>({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  scope: 'Namespaced',
});
const ServiceAccount = defineKind({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  scope: 'Namespaced',
});
const ClusterRole = defineKind<KubeObject & { rules?: object[] }>({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRole',
  plural: 'clusterroles',
  scope: 'Cluster',
});
const Widget = defineKind<Widget>({
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
  subresources: { status: true, scale: true },
});

/** Declares the suite for one kind of control plane. */
export function clientSuite(planeKind: ControlPlaneKind): void {
  let plane: ControlPlane;
  let client: Client;
  let count = 0;
  const warnings: string[] = [];

  beforeAll(async () => {
    if (planeKind === 'envtest') await ensureBinaries();
    plane = await startControlPlane({
      kind: planeKind,
      crds: [new URL('testdata/widgets.yaml', import.meta.url).pathname],
    });
    const transport = createTransport(plane.config, { observer: { warning: ({ text }) => void warnings.push(text) } });
    client = createClient({ transport });
  });
  afterAll(() => plane?.stop());

  /** A namespace of its own for each test. */
  async function namespace(): Promise<string> {
    const name = `test-${++count}`;
    await client.create(new Namespace({ metadata: { name } }));
    return name;
  }

  const configMap = (ns: string, name: string, data: Record<string, string> = { a: '1' }): ConfigMap =>
    new ConfigMap({ metadata: { name, namespace: ns }, data });

  describe('4.1 and 4.2 every verb, against the real API server', () => {
    test('§4.1.1 create, get, find, update, delete', async () => {
      const ns = await namespace();
      const made = await client.create(configMap(ns, 'a'));
      const read = await client.get(ConfigMap, { namespace: ns, name: 'a' });
      const updated = await client.update({ ...mutable<ConfigMap>(read), data: { a: '2' } });
      const deleted = await client.delete(updated);

      expect(read).toEqual(made);
      expect(updated.data).toEqual({ a: '2' });
      expect(deleted).toEqual({ state: 'deleted', uid: made.metadata.uid });
      expect(await client.find(ConfigMap, { namespace: ns, name: 'a' })).toBeUndefined();
      await expect(client.get(ConfigMap, { namespace: ns, name: 'a' })).rejects.toSatisfy(is.notFound);
    });

    test('§4.1.4 items of a list carry apiVersion and kind, and selectors select', async () => {
      const ns = await namespace();
      for (const name of ['a', 'b']) {
        await client.create(new ConfigMap({ metadata: { name, namespace: ns, labels: { app: name } } }));
      }

      const all = await client.list(ConfigMap, { namespace: ns });
      const some = await client.list(ConfigMap, {
        namespace: ns,
        labels: { matchExpressions: [{ key: 'app', operator: 'In', values: ['b', 'c'] }] },
      });
      const byName = await client.list(ConfigMap, { namespace: ns, fields: { 'metadata.name': 'a' } });

      expect(all.items.map(({ apiVersion, kind, metadata }) => [apiVersion, kind, metadata.name])).toEqual([
        ['v1', 'ConfigMap', 'a'],
        ['v1', 'ConfigMap', 'b'],
      ]);
      expect(some.items.map(({ metadata }) => metadata.name)).toEqual(['b']);
      expect(byName.items.map(({ metadata }) => metadata.name)).toEqual(['a']);
    });

    test('§4.2.5 pages follow the continue token to the end', async () => {
      const ns = await namespace();
      await Promise.all(Array.from({ length: 7 }, (_, index) => client.create(configMap(ns, `c${index}`))));
      const sizes: number[] = [];

      for await (const page of client.pages(ConfigMap, { namespace: ns, limit: 3 })) sizes.push(page.items.length);

      expect(sizes).toEqual([3, 3, 1]);
    });

    test('§4.2.2 §4.4.4 merge, JSON and strategic patches', async () => {
      const ns = await namespace();
      const ref = { kind: ConfigMap, namespace: ns, name: 'a' };
      await client.create(configMap(ns, 'a', { a: '1', b: '2' }));

      const merged = await client.patch(ref, { type: 'merge', body: { data: { a: null, c: '3' } } });
      const patched = await client.patch(ref, {
        type: 'json',
        operations: [{ op: 'replace', path: '/data/b', value: '4' }],
      });
      const strategic = await client.patch(ref, { type: 'strategic', body: { data: { c: null } } });

      expect([merged.data, patched.data, strategic.data]).toEqual([{ b: '2', c: '3' }, { b: '4', c: '3' }, { b: '4' }]);
    });

    test('§4.2.2 strategic patches are refused for custom resources', async () => {
      const ns = await namespace();
      const widget = await client.create(new Widget({ metadata: { name: 'w', namespace: ns }, spec: {} }));

      await expect(client.patch(widget, { type: 'strategic', body: { spec: {} } })).rejects.toSatisfy(
        is.unsupportedMediaType,
      );
    });

    test('§4.2.3 deleteAllOf removes what a selector selects, in one namespace', async () => {
      const ns = await namespace();
      for (const name of ['a', 'b']) {
        await client.create(new ConfigMap({ metadata: { name, namespace: ns, labels: { app: name } } }));
      }

      await client.deleteAllOf(ConfigMap, { namespace: ns, labels: { app: 'a' } });

      expect((await client.list(ConfigMap, { namespace: ns })).items.map(({ metadata }) => metadata.name)).toEqual([
        'b',
      ]);
      await expect(client.deleteAllOf(ConfigMap, { all: true })).rejects.toThrow('works in one namespace');
    });

    test('§4.2.1 names with capitals and colons are reached', async () => {
      const name = `Team:Admin-${++count}`;
      await client.create(new ClusterRole({ metadata: { name }, rules: [] }));

      expect((await client.get(ClusterRole, { name })).metadata.name).toBe(name);
    });

    test('§4.2.4 a namespaced kind without a namespace is refused before a misleading 404', async () => {
      await expect(client.get(ConfigMap, { name: 'a' })).rejects.toThrow('lives in a namespace');
      await expect(client.create(new ConfigMap({ metadata: { name: 'a' } }))).rejects.toThrow('set metadata.namespace');
    });

    test('§4.1.3 arguments are never changed', async () => {
      const ns = await namespace();
      const given = Object.freeze(configMap(ns, 'a'));
      const copy = structuredClone({ ...given });

      await client.create(given);
      await client.apply(given, { fieldManager: 'me', force: true });

      expect({ ...given }).toEqual(copy);
    });
  });

  describe('4.3 options', () => {
    test('§4.3.1 §17.4.2 a dry run stores nothing, by call and by client', async () => {
      const ns = await namespace();
      const dry = client.with({ dryRun: true });

      const made = await client.create(configMap(ns, 'a'), { dryRun: true });
      await dry.create(configMap(ns, 'b'), { dryRun: false });
      await dry.apply(configMap(ns, 'c'), { fieldManager: 'me' });

      expect(made.metadata.uid).toBeDefined();
      expect((await client.list(ConfigMap, { namespace: ns })).items).toEqual([]);
    });

    test('§4.3.2 a dry-run client does not delete either', async () => {
      const ns = await namespace();
      const made = await client.create(configMap(ns, 'a'));

      await client.with({ dryRun: true }).delete(made);
      await client.with({ dryRun: true }).deleteAllOf(ConfigMap, { namespace: ns, all: true });
      await client
        .with({ dryRun: true })
        .status.patch(made, { type: 'merge', body: {} })
        .catch(() => undefined);

      expect(await client.find(ConfigMap, { namespace: ns, name: 'a' })).toBeDefined();
    });

    test('§4.3.1 §4.8.3 strict field validation refuses unknown fields, Warn lets the server warn', async () => {
      const ns = await namespace();
      const odd = (name: string): ConfigMap => ({ ...configMap(ns, name), dta: {} }) as ConfigMap;
      warnings.length = 0;

      await expect(client.create(odd('a'), { fieldValidation: 'Strict' })).rejects.toThrow('unknown field "dta"');
      await client.with({ fieldValidation: 'Warn' }).create(odd('b'));
      await client.create(odd('c'), { fieldValidation: 'Ignore' });

      expect(warnings).toEqual(['unknown field "dta"']);
    });

    test('§4.3.1 §4.3.2 field managers are recorded, those of the call before those of the client', async () => {
      const ns = await namespace();
      const named = client.with({ fieldManager: 'the-client' });

      const made = await named.create(configMap(ns, 'a'));
      const other = await named.create(configMap(ns, 'b'), { fieldManager: 'the-call' });

      expect([made, other].map(({ metadata }) => metadata.managedFields?.[0]?.manager)).toEqual([
        'the-client',
        'the-call',
      ]);
    });

    test('§4.3.3 a client in a namespace fills it in and refuses others', async () => {
      const ns = await namespace();
      const local = client.with({ namespace: ns });

      await local.create(new ConfigMap({ metadata: { name: 'a' } }));

      expect((await local.get(ConfigMap, { name: 'a' })).metadata.namespace).toBe(ns);
      expect((await local.list(ConfigMap)).items).toHaveLength(1);
      await expect(local.get(ConfigMap, { name: 'a', namespace: 'default' })).rejects.toThrow(
        `works in namespace "${ns}"`,
      );
      expect((await local.get(Namespace, { name: 'default' })).metadata.name).toBe('default');
    });

    test('§4.3.1 a delete with a precondition on uid or version leaves another object alone', async () => {
      const ns = await namespace();
      const made = await client.create(configMap(ns, 'a'));

      await expect(client.delete(made, { preconditions: { uid: 'other' } })).rejects.toSatisfy(is.conflict);
      await expect(client.delete(made, { preconditions: { resourceVersion: '1' } })).rejects.toSatisfy(is.conflict);
      expect(await client.delete(made, { preconditions: { uid: made.metadata.uid } })).toMatchObject({
        state: 'deleted',
      });
    });

    test('§17.4.3 a delete that finalizers delay says so and gives the object', async () => {
      const ns = await namespace();
      const made = await client.create(
        new ConfigMap({ metadata: { name: 'a', namespace: ns, finalizers: ['my.domain/x'] } }),
      );

      const held = await client.delete(made);
      const released = await removeFinalizer(
        client,
        await client.get(ConfigMap, { namespace: ns, name: 'a' }),
        'my.domain/x',
      );

      expect(held).toMatchObject({ state: 'terminating', object: { kind: 'ConfigMap', metadata: { name: 'a' } } });
      expect(released).toBeUndefined();
      expect(await client.find(ConfigMap, { namespace: ns, name: 'a' })).toBeUndefined();
    });

    test('a time limit ends a call', async () => {
      // Many at once: on a machine that stalls, a single answer may be there when the time is looked at.
      const calls = Array.from({ length: 30 }, () => client.list(ConfigMap, { timeoutMs: 0.001 }));
      const refused = (await Promise.allSettled(calls)).filter((call) => call.status === 'rejected');

      expect(refused.length).toBeGreaterThan(0);
      for (const { reason } of refused) expect(reason).toMatchObject({ code: 'TIMEOUT' });
    });
  });

  describe('4.4 optimistic locks', () => {
    test('§4.4.2 a merge patch with a lock conflicts when the object has changed', async () => {
      const ns = await namespace();
      const before = await client.create(configMap(ns, 'a'));
      await client.patch(before, { type: 'merge', body: { data: { other: 'x' } } });

      const patch = mergeFrom(before, { ...before, data: { a: '2' } }, { optimisticLock: true });

      await expect(client.patch(before, patch!)).rejects.toSatisfy(is.conflict);
      expect(mergeFrom(before, { ...before })).toBeUndefined();
    });

    test('modify loses no change of ten writers at once', async () => {
      const ns = await namespace();
      await client.create(configMap(ns, 'a', { count: '0' }));
      const ref = { kind: ConfigMap, namespace: ns, name: 'a' };

      await Promise.all(
        Array.from({ length: 10 }, () =>
          modify(client, ref, (draft) => void (draft.data = { count: String(Number(draft.data?.['count']) + 1) }), {
            tries: 50,
          }),
        ),
      );

      expect((await client.get(ConfigMap, ref)).data).toEqual({ count: '10' });
    });

    test('modify sends nothing when nothing changes, and can write a subresource', async () => {
      const ns = await namespace();
      const made = await client.create(new Widget({ metadata: { name: 'w', namespace: ns }, spec: {} }));

      const same = await modify(client, { kind: Widget, namespace: ns, name: 'w' }, () => undefined);
      const changed = await modify<Widget>(client, made, (draft) => void (draft.status = { ready: true }), {
        subresource: 'status',
      });

      expect(same.metadata.resourceVersion).toBe(made.metadata.resourceVersion);
      expect(changed.status).toEqual({ ready: true });
    });

    test('§8.2.1 createOrUpdate: created, unchanged, updated', async () => {
      const ns = await namespace();
      const ref = { kind: ConfigMap, namespace: ns, name: 'a' };
      const set = (value: string) => (draft: ConfigMap) => void (draft.data = { a: value });

      const results = [
        await createOrUpdate(client, ref, set('1')),
        await createOrUpdate(client, ref, set('1')),
        await createOrUpdate(client, ref, set('2')),
      ];

      expect(results.map(({ result }) => result)).toEqual(['created', 'unchanged', 'updated']);
      await expect(createOrUpdate(client, ref, (draft) => void (draft.metadata.name = 'b'))).rejects.toThrow(
        'name and namespace',
      );
    });

    test('§8.3.3 a finalizer is added once, and never over a list that has changed', async () => {
      const ns = await namespace();
      const seen = await client.create(configMap(ns, 'a'));
      const added = await addFinalizer(client, seen, 'my.domain/x');

      expect(added.metadata.finalizers).toEqual(['my.domain/x']);
      expect((await addFinalizer(client, added, 'my.domain/x')).metadata.resourceVersion).toBe(
        added.metadata.resourceVersion,
      );
      await expect(addFinalizer(client, seen, 'my.domain/y')).rejects.toSatisfy(is.invalid);
      await removeFinalizer(client, added, 'my.domain/x');
    });
  });

  describe('4.5 server-side apply', () => {
    test('§4.5.1 creates, changes only what it owns, and removes what it no longer asks for', async () => {
      const ns = await namespace();
      const metadata = { name: 'a', namespace: ns };
      await client.apply(ConfigMap, { metadata, data: { mine: '1', also: '1' } }, { fieldManager: 'me' });
      await client.apply(ConfigMap, { metadata, data: { theirs: '1' } }, { fieldManager: 'them' });

      const applied = await client.apply(ConfigMap, { metadata, data: { mine: '2' } }, { fieldManager: 'me' });

      expect(applied.data).toEqual({ mine: '2', theirs: '1' });
    });

    test('§4.5.2 a conflict names the field and its manager; force takes it over', async () => {
      const ns = await namespace();
      await client.apply(configMap(ns, 'a', { a: '1' }), { fieldManager: 'them' });
      const mine = configMap(ns, 'a', { a: '2' });

      const conflict = await client.apply(mine, { fieldManager: 'me' }).catch((error: unknown) => error);
      const forced = await client.apply(mine, { fieldManager: 'me', force: true });

      expect(conflict).toSatisfy(is.conflict);
      expect((conflict as ApiError).status.details?.causes).toMatchObject([
        { reason: 'FieldManagerConflict', field: '.data.a' },
      ]);
      expect(forced.data).toEqual({ a: '2' });
    });

    test('§4.5.3 what was read can be applied: managedFields and nulls are left out', async () => {
      const ns = await namespace();
      const read = mutable<ConfigMap>(await client.create(configMap(ns, 'a')));
      read.metadata.creationTimestamp = null as never;
      delete read.metadata.resourceVersion;

      const applied = await client.apply(read, { fieldManager: 'me', force: true });

      expect(applied.metadata.uid).toBe(read.metadata.uid);
    });

    test('§4.5.4 needs a field manager', async () => {
      const ns = await namespace();

      await expect(client.apply(configMap(ns, 'a'), {})).rejects.toThrow('needs a field manager');
    });
  });

  describe('4.6 subresources', () => {
    test('§4.6.1 status is written apart from spec, by update, patch and apply', async () => {
      const ns = await namespace();
      const made = await client.create(new Widget({ metadata: { name: 'w', namespace: ns }, spec: { replicas: 1 } }));
      const ref = { kind: Widget, namespace: ns, name: 'w' } as const;

      const updated = await client.status.update<Widget>(made, { ...made, spec: { replicas: 9 }, status: { a: 1 } });
      const patched = await client.status.patch<Widget>(ref, { type: 'merge', body: { status: { b: 2 } } });
      const applied = await client.status.apply<Widget>(ref, { status: { c: 3 } }, { fieldManager: 'me' });

      expect([updated.spec, updated.status]).toEqual([{ replicas: 1 }, { a: 1 }]);
      expect(patched.status).toEqual({ a: 1, b: 2 });
      expect(applied.status).toEqual({ a: 1, b: 2, c: 3 });
    });

    test('§4.6.2 scale is read and written with a body of its own', async () => {
      const ns = await namespace();
      const made = await client.create(new Widget({ metadata: { name: 'w', namespace: ns }, spec: { replicas: 1 } }));
      const scale = client.subresource('scale');

      const read = await scale.get<KubeObject & { spec: { replicas: number } }>(made);
      await scale.update(made, { ...read, spec: { replicas: 4 } });

      expect(read).toMatchObject({ kind: 'Scale', apiVersion: 'autoscaling/v1', spec: { replicas: 1 } });
      expect((await client.get(Widget, { namespace: ns, name: 'w' })).spec?.replicas).toBe(4);
    });

    test('§4.6.3 a token is made for a service account', async () => {
      const ns = await namespace();
      const account = await client.create(new ServiceAccount({ metadata: { name: 'sa', namespace: ns } }));

      const answer = await client.subresource('token').create<{ status: { token: string } }>(account, {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        spec: { expirationSeconds: 600 },
      });
      const asAccount = createClient({
        config: { server: plane.config.server, ca: plane.config.ca, token: answer.status.token },
      });

      const refusal = await asAccount.list(ConfigMap, { namespace: ns }).catch((error: unknown) => error);
      expect(refusal).toSatisfy(is.forbidden);
      expect((refusal as Error).message).toContain(`system:serviceaccount:${ns}:sa`);
      await asAccount[Symbol.asyncDispose]();
    });

    test('§4.6.3 §17.4.2 an eviction deletes a pod; its name comes from the pod', async () => {
      const ns = await namespace();
      const pod = await client.create(
        new Pod({
          metadata: { name: 'p', namespace: ns },
          spec: { containers: [{ name: 'c', image: 'i' }], terminationGracePeriodSeconds: 0 },
        }),
      );

      await client.subresource('eviction').create(pod, { apiVersion: 'policy/v1', kind: 'Eviction' });

      expect(await client.find(Pod, { namespace: ns, name: 'p' })).toBeUndefined();
    });

    test('§4.6.4 a subresource that the kind does not have is not taken for a missing object', async () => {
      const ns = await namespace();
      const map = await client.create(configMap(ns, 'a'));
      const object: KubeObject = {
        apiVersion: 'example.com/v1',
        kind: 'Plain',
        metadata: { name: 'p', namespace: ns },
      };
      const plain = await client.create(object);

      await expect(client.status.patch(map, { type: 'merge', body: {} })).rejects.toBeInstanceOf(NoSubresourceError);
      await expect(client.status.patch(plain, { type: 'merge', body: { status: {} } })).rejects.toThrow(
        'Plain has no subresource "status"; for a custom resource, add the marker +kubebuilder:subresource:status',
      );
      await client.delete(plain);
      await expect(client.status.patch(plain, { type: 'merge', body: {} })).rejects.toSatisfy(is.notFound);
    });

    test.each(['', '../x', 'a b'])('%j is no name of a subresource', (name) => {
      expect(() => client.subresource(name)).toThrow(InvalidCallError);
    });
  });

  describe('4.9 kinds', () => {
    test('§4.1.1 a dynamic kind finds plural and scope by discovery', async () => {
      const ns = await namespace();
      const Dynamic = dynamicKind<Widget>({ group: 'example.com', version: 'v1', kind: 'Widget' });
      const fresh = createClient({ config: plane.config });

      await fresh.create(new Dynamic({ metadata: { name: 'w', namespace: ns }, spec: { x: 1 } }));

      expect((await fresh.get(Dynamic, { namespace: ns, name: 'w' })).spec).toEqual({ x: 1 });
      expect((await fresh.list(Dynamic, { namespace: ns })).items).toHaveLength(1);
      await fresh[Symbol.asyncDispose]();
    });

    test('§4.1.1 a plain object of a kind that nobody described is written too', async () => {
      const ns = await namespace();
      const fresh = createClient({ config: plane.config });

      await fresh.create({
        apiVersion: 'apps/v1',
        kind: 'ControllerRevision',
        metadata: { name: 'r', namespace: ns },
        revision: 1,
        data: {},
      } as KubeObject);

      expect((await fresh.mapper.kindFor({ group: 'apps', version: 'v1', kind: 'ControllerRevision' })).plural).toBe(
        'controllerrevisions',
      );
      await fresh[Symbol.asyncDispose]();
    });

    test('§4.9.4 a kind that is not installed is an error that says so; described kinds get 404', async () => {
      const Missing = dynamicKind({ group: 'example.com', version: 'v1', kind: 'Missing' });

      await expect(client.get(Missing, { namespace: 'default', name: 'x' })).rejects.toBeInstanceOf(NoKindMatchError);
      await expect(client.get(Missing, { namespace: 'default', name: 'x' })).rejects.toThrow('install its CRD first');
    });

    test('§4.9.4 a described kind that is not installed is not taken for a missing object', async () => {
      const Absent = defineKind({
        group: 'absent.example.com',
        version: 'v1',
        kind: 'Absent',
        plural: 'absents',
        scope: 'Namespaced',
      });
      const key = { namespace: 'default', name: 'x' };

      await expect(client.find(Absent, key)).rejects.toBeInstanceOf(NoKindMatchError);
      await expect(client.list(Absent)).rejects.toSatisfy(is.noMatch);
      await expect(client.create(new Absent({ metadata: key }))).rejects.toSatisfy(is.noMatch);
      await expect(client.delete({ kind: Absent, ...key })).rejects.toSatisfy(is.noMatch);
      expect(is.notFound(await client.get(Absent, key).catch((error: unknown) => error))).toBe(false);
    });

    test('§4.9.1 discovery knows scope, verbs and subresources of everything', async () => {
      const resources = await client.mapper.resources();

      expect(resources.find(({ kind, group }) => kind === 'Deployment' && group === 'apps')).toMatchObject({
        plural: 'deployments',
        scope: 'Namespaced',
        subresources: expect.arrayContaining(['scale', 'status']),
      });
      expect(resources.find(({ kind, group }) => kind === 'Widget' && group === 'example.com')).toMatchObject({
        plural: 'widgets',
      });
      expect(resources.find(({ kind }) => kind === 'Namespace')).toMatchObject({ scope: 'Cluster', group: '' });
    });

    test('§3.8.11 §21.1.3 metadata only: no spec, but the kind itself, for get, list and watch', async () => {
      const ns = await namespace();
      await client.create(new Widget({ metadata: { name: 'w', namespace: ns }, spec: { x: 1 } }));
      const Meta = metadataOnly(Widget);

      const read = await client.get(Meta, { namespace: ns, name: 'w' });
      const { items } = await client.list(Meta, { namespace: ns });

      for (const object of [read, items[0]]) {
        expect(object).toMatchObject({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' } });
        expect(object).not.toHaveProperty('spec');
      }
      for await (const phase of client.watch(Meta, { namespace: ns })) {
        if (phase.type === 'initApply')
          expect(phase.object).toMatchObject({ kind: 'Widget', apiVersion: 'example.com/v1' });
        if (phase.type === 'initDone') break;
      }
    });
  });

  describe('watches on the real server', () => {
    test('the state, then changes, then deletion', async () => {
      const ns = await namespace();
      await client.create(configMap(ns, 'a'));
      const seen: string[] = [];

      for await (const phase of client.watch(ConfigMap, { namespace: ns })) {
        seen.push('object' in phase ? `${phase.type} ${phase.object.metadata.name}` : phase.type);
        if (phase.type === 'initDone') {
          await client.create(configMap(ns, 'b'));
          await client.delete({ kind: ConfigMap, namespace: ns, name: 'a' });
        }
        if (phase.type === 'delete') break;
      }

      expect(seen).toEqual(['init', 'initApply a', 'initDone', 'apply b', 'delete a']);
    });

    test('§17.6.1 a large streaming list comes compressed and complete', async () => {
      const ns = await namespace();
      const big = 'x'.repeat(10_000);
      await Promise.all(Array.from({ length: 60 }, (_, index) => client.create(configMap(ns, `c${index}`, { big }))));
      let initial = 0;

      for await (const phase of client.watch(ConfigMap, { namespace: ns })) {
        if (phase.type === 'initApply') initial++;
        if (phase.type === 'initDone') break;
      }

      expect(initial).toBe(60);
      expect((await client.list(ConfigMap, { namespace: ns })).items).toHaveLength(60);
    });

    test('waitFor sees a change without polling, and says what it saw when it gives up', async () => {
      const ns = await namespace();
      const ref = { kind: ConfigMap, namespace: ns, name: 'a' };
      setTimeout(() => void client.create(configMap(ns, 'a')), 50);

      expect((await waitFor(client, ref, (found) => found !== undefined))?.data).toEqual({ a: '1' });
      await expect(waitFor(client, ref, () => false, { timeoutMs: 200 })).rejects.toThrow(
        /ConfigMap .*\/a did not reach .*"a":"1"/,
      );
    });
  });

  describe('what is sent comes back, byte by byte', () => {
    test('§18.3.1 unknown fields, odd numbers and keys, timestamps and quantities', async () => {
      const ns = await namespace();
      const spec = JSON.parse(
        '{"__proto__":{"x":1},"a b":"ü€𝄞\\u0000","empty":{},"list":[],"nested":[[1,[2]]],"cpu":"0.1","mem":"1e3","t":"2026-01-02T03:04:05.123456789Z","big":9007199254740991,"neg":-0.5,"no":false,"zero":0}',
      );

      const made = await client.create(new Widget({ metadata: { name: 'w', namespace: ns }, spec }));
      const stored = await client.update(mutable<Widget>(await client.get(Widget, { namespace: ns, name: 'w' })));

      expect(canonical(made.spec)).toBe(canonical(spec));
      expect(stored.metadata.resourceVersion).toBe(made.metadata.resourceVersion);
    });

    test('a quarter of a megabyte of annotations', async () => {
      const ns = await namespace();
      const annotations = { 'a/big': 'é"\\\n'.repeat(40_000), 'a/time': '2026-01-02T03:04:05.000000Z' };

      await client.create(new ConfigMap({ metadata: { name: 'a', namespace: ns, annotations } }));

      expect((await client.get(ConfigMap, { namespace: ns, name: 'a' })).metadata.annotations).toEqual(annotations);
    });

    test('§18.3.3 a megabyte of annotations is refused by the server, with the field in the error', async () => {
      const ns = await namespace();
      const object = new ConfigMap({
        metadata: { name: 'a', namespace: ns, annotations: { big: 'x'.repeat(1_000_000) } },
      });

      const error = await client.create(object).catch((refusal: unknown) => refusal);

      expect(error).toSatisfy(is.invalid);
      expect((error as ApiError).status.details?.causes?.[0]?.field).toBe('metadata.annotations');
    });

    test('§18.3.3 a megabyte of data', async () => {
      const ns = await namespace();
      const data = { big: 'ß'.repeat(500_000) };

      await client.create(configMap(ns, 'a', data));

      expect((await client.get(ConfigMap, { namespace: ns, name: 'a' })).data).toEqual(data);
    });

    test('more than the server takes is an error', async () => {
      const ns = await namespace();

      const error = await client
        .create(configMap(ns, 'a', { big: 'x'.repeat(4_000_000) }))
        .catch((refusal: unknown) => refusal);

      expect(is.tooLarge(error) || is.invalid(error)).toBe(true);
    });
  });

  describe('users', () => {
    test('§4.7.7 without rights get Forbidden, which names user, verb and resource', async () => {
      const ann = createClient({ config: await plane.addUser({ name: 'ann', groups: ['g'] }) });

      const error = await ann.list(ConfigMap, { namespace: 'default' }).catch((refusal: unknown) => refusal);

      expect(error).toSatisfy(is.forbidden);
      expect((error as Error).message).toMatch(/User "ann" cannot list resource "configmaps"/);
      await ann[Symbol.asyncDispose]();
    });

    test('an administrator may act as another user', async () => {
      const bob = createClient({ config: { ...plane.config, impersonate: { user: 'bob', groups: ['g'] } } });

      await expect(bob.list(ConfigMap)).rejects.toThrow('User "bob" cannot list');
      await bob[Symbol.asyncDispose]();
    });

    test('§18.1.5 a token that has expired: 401 that says so', async () => {
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
      const token = `${part({ alg: 'none' })}.${part({ exp: 1_000_000_000 })}.x`;
      const expired = createClient({ config: { server: plane.config.server, ca: plane.config.ca, token } });

      const error = await expired.list(ConfigMap).catch((refusal: unknown) => refusal);

      expect(error).toSatisfy(is.unauthorized);
      expect((error as Error).message).toContain('the token expired on 2001-09-09');
      await expired[Symbol.asyncDispose]();
    });

    test('the kubeconfig of the plane is read by our own loader', async () => {
      const same = createClient({ config: await parseClusterConfig(plane.kubeconfig()) });

      expect((await same.get(Namespace, { name: 'default' })).metadata.name).toBe('default');
      await same[Symbol.asyncDispose]();
    });
  });
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}
