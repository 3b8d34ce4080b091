import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedApiServer, type EmbeddedApiServer } from '../../../src/plane/embedded-api-server.js';
import { ApiClient, type Answer } from '../differential/api-client.js';

interface Body {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly finalizers?: string[];
    readonly ownerReferences?: object[];
  };
  readonly items: readonly Body[];
  readonly spec: Record<string, unknown>;
  readonly status: Record<string, unknown> & {
    readonly conditions?: { readonly type: string; readonly status: string }[];
  };
}

describe('built-in controllers', () => {
  let server: EmbeddedApiServer;
  let client: ApiClient;
  const problems: string[] = [];

  beforeAll(async () => {
    server = await startEmbeddedApiServer({ controllers: true, tls: false, log: (message) => problems.push(message) });
    client = new ApiClient(server.server, server.adminToken);
  });

  afterAll(async () => {
    client.close();
    await server.stop();
    expect(problems).toEqual([]);
  });

  const post = (path: string, body: object): Promise<Answer> => client.call({ method: 'POST', path, body });
  const remove = (path: string, body?: object): Promise<Answer> => client.call({ method: 'DELETE', path, body });
  const read = async (path: string): Promise<Body | undefined> => {
    const { code, body } = await client.call({ method: 'GET', path });
    return code === 200 ? (body as Body) : undefined;
  };
  async function until(path: string, holds: (body: Body | undefined) => boolean): Promise<Body | undefined> {
    for (let tries = 0; tries < 500; tries++) {
      const body = await read(path);
      if (holds(body)) return body;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`${path} did not become as expected: ${JSON.stringify(await read(path))}`);
  }
  const hasCondition = (type: string) => (body: Body | undefined) =>
    (body?.status.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True');
  const template = (image = 'app:1') => ({
    metadata: { labels: { app: 'x' } },
    spec: { containers: [{ name: 'c', image }] },
  });
  const ns = '/api/v1/namespaces/default';
  const apps = '/apis/apps/v1/namespaces/default';

  test('a Deployment becomes available, rolls to a new template and takes its pods with it', async () => {
    const spec = { replicas: 3, selector: { matchLabels: { app: 'x' } }, template: template() };
    await post(`${apps}/deployments`, { metadata: { name: 'web' }, spec });
    await until(
      `${apps}/deployments/web`,
      (body) => hasCondition('Available')(body) && body?.status['availableReplicas'] === 3,
    );

    await client.call({
      method: 'PATCH',
      path: `${apps}/deployments/web`,
      type: 'application/merge-patch+json',
      body: { spec: { replicas: 2, template: template('app:2') } },
    });
    await until(`${ns}/pods`, (body) => {
      const images = (body?.items ?? []).map((pod) => (pod.spec['containers'] as { image: string }[])[0]?.image);
      return images.length === 2 && images.every((image) => image === 'app:2');
    });

    await remove(`${apps}/deployments/web`);
    await until(`${apps}/replicasets`, (body) => body?.items.length === 0);
    await until(`${ns}/pods`, (body) => body?.items.length === 0);
  });

  test('a StatefulSet gets pods with fixed names and their claims', async () => {
    const claim = {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    };
    const spec = {
      replicas: 2,
      serviceName: 'db',
      selector: { matchLabels: { app: 'x' } },
      template: template(),
      volumeClaimTemplates: [claim],
    };

    await post(`${apps}/statefulsets`, { metadata: { name: 'db' }, spec });

    await until(`${apps}/statefulsets/db`, (body) => body?.status['readyReplicas'] === 2);
    expect(await read(`${ns}/pods/db-1`)).toBeDefined();
    expect(await read(`${ns}/persistentvolumeclaims/data-db-0`)).toBeDefined();
    await remove(`${apps}/statefulsets/db`);
    await until(`${ns}/pods`, (body) => body?.items.length === 0);
  });

  test('a Job completes', async () => {
    const spec = {
      completions: 2,
      parallelism: 1,
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } },
    };

    await post('/apis/batch/v1/namespaces/default/jobs', { metadata: { name: 'j' }, spec });

    const job = await until('/apis/batch/v1/namespaces/default/jobs/j', hasCondition('Complete'));
    expect(job?.status['succeeded']).toBe(2);
  });

  test('a DaemonSet runs one pod, and a Service finds it', async () => {
    await post(`${apps}/daemonsets`, {
      metadata: { name: 'd' },
      spec: { selector: { matchLabels: { app: 'x' } }, template: template() },
    });
    await post(`${ns}/services`, { metadata: { name: 's' }, spec: { selector: { app: 'x' }, ports: [{ port: 80 }] } });

    await until(`${apps}/daemonsets/d`, (body) => body?.status['numberReady'] === 1);
    await until('/apis/discovery.k8s.io/v1/namespaces/default/endpointslices', (body) =>
      JSON.stringify(body?.items ?? []).includes('"ready":true'),
    );
  });

  const maps = `${ns}/configmaps`;
  async function owned(name: string, owner: Body, block = false): Promise<void> {
    const reference = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name: owner.metadata.name,
      uid: owner.metadata.uid,
      blockOwnerDeletion: block,
    };
    await post(maps, { metadata: { name, ownerReferences: [reference] } });
  }
  const owner = async (name: string): Promise<Body> => (await post(maps, { metadata: { name } })).body as Body;

  test('dependents go in the background after their owner', async () => {
    await owned('child', await owner('parent'));

    await remove(`${maps}/parent`);

    await until(`${maps}/child`, (body) => body === undefined);
  });

  test('dependents go before their owner in the foreground', async () => {
    await owned('first', await owner('last'), true);

    await remove(`${maps}/last`, { propagationPolicy: 'Foreground' });

    await until(`${maps}/last`, (body) => body === undefined);
    expect(await read(`${maps}/first`)).toBeUndefined();
  });

  test('orphans stay without their owner', async () => {
    await owned('orphan', await owner('leaving'));

    await remove(`${maps}/leaving`, { propagationPolicy: 'Orphan' });

    await until(`${maps}/leaving`, (body) => body === undefined);
    expect((await read(`${maps}/orphan`))?.metadata.ownerReferences).toBeUndefined();
  });

  test('an object of an owner that never was is collected', async () => {
    await owned('stray', { metadata: { name: 'nobody', uid: 'none' } } as Body);

    await until(`${maps}/stray`, (body) => body === undefined);
  });

  test('a namespace goes when everything in it is gone, and waits for finalizers', async () => {
    await post('/api/v1/namespaces', { metadata: { name: 'going' } });
    await post('/api/v1/namespaces/going/configmaps', { metadata: { name: 'held', finalizers: ['kbts.dev/x'] } });
    await post('/api/v1/namespaces/going/secrets', { metadata: { name: 'free' } });

    await remove('/api/v1/namespaces/going');
    await until('/api/v1/namespaces/going/secrets/free', (body) => body === undefined);
    expect(await read('/api/v1/namespaces/going')).toBeDefined();
    await client.call({
      method: 'PATCH',
      path: '/api/v1/namespaces/going/configmaps/held',
      type: 'application/merge-patch+json',
      body: { metadata: { finalizers: null } },
    });

    await until('/api/v1/namespaces/going', (body) => body === undefined);
  });
});
