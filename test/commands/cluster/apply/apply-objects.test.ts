import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyObjects } from '../../../../src/commands/cluster/apply/apply-objects.js';
import { ConfigMap } from '../../../../src/k8s/core/v1/index.js';
import { dynamicKind } from '../../../../src/runtime/object/kind.js';
import { configMap, embeddedCluster, type EmbeddedCluster, namespace, widget, widgetCrd } from '../embedded-cluster.js';
import { caught } from '../project-fixture.js';

const options = { action: 'deploy', timeoutMs: 10_000 };
let embedded: EmbeddedCluster;

beforeAll(async () => {
  embedded = await embeddedCluster();
});

afterAll(() => embedded?.[Symbol.asyncDispose]());

const outcomes = (objects: readonly { kind: string; outcome: string }[]): string[] =>
  objects.map(({ kind, outcome }) => `${kind} ${outcome}`);

test('objects that need each other are applied in one go, in whatever order they come', async () => {
  const objects = [widget('w', 'one'), configMap('c', 'one'), widgetCrd(), namespace('one')];

  const first = await applyObjects(embedded.cluster, objects, options);
  const second = await applyObjects(embedded.cluster, objects, options);

  expect(outcomes(first)).toEqual([
    'Namespace created',
    'CustomResourceDefinition created',
    'ConfigMap created',
    'Widget created',
  ]);
  expect(outcomes(second).every((outcome) => outcome.endsWith('unchanged'))).toBe(true);
});

test('only what differs is written', async () => {
  await applyObjects(embedded.cluster, [configMap('same', 'default'), configMap('other', 'default')], options);
  const before = await embedded.cluster.client.get(ConfigMap, { namespace: 'default', name: 'same' });

  const result = await applyObjects(
    embedded.cluster,
    [configMap('same', 'default'), configMap('other', 'default', { a: 'b' })],
    options,
  );

  const after = await embedded.cluster.client.get(ConfigMap, { namespace: 'default', name: 'same' });
  expect(outcomes(result)).toEqual(['ConfigMap unchanged', 'ConfigMap changed']);
  expect(after.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
});

test('an object without a namespace goes to that of the context', async () => {
  const [applied] = await applyObjects(embedded.cluster, [configMap('homeless', undefined)], options);

  expect(applied).toMatchObject({ namespace: 'default', outcome: 'created' });
});

test('a dry run writes nothing', async () => {
  const result = await applyObjects(embedded.cluster, [configMap('dry', 'default'), namespace('dry')], {
    ...options,
    dryRun: true,
  });

  expect(outcomes(result)).toEqual(['Namespace created', 'ConfigMap created']);
  expect(await embedded.cluster.client.find(ConfigMap, { namespace: 'default', name: 'dry' })).toBeUndefined();
});

test('when one object is in conflict, none is changed', async () => {
  const { client } = embedded.cluster;
  await client.apply(configMap('theirs', 'default', { a: '1' }), { fieldManager: 'someone' });

  const error = await caught(
    applyObjects(embedded.cluster, [configMap('ours', 'default'), configMap('theirs', 'default', { a: '2' })], options),
  );

  expect(error).toMatchObject({ code: 'apply-conflict', message: expect.stringContaining('"someone": .data.a') });
  expect(await client.find(ConfigMap, { namespace: 'default', name: 'ours' })).toBeUndefined();
});

test('a kind that nobody serves is named before anything is changed', async () => {
  const certificate = {
    apiVersion: 'cert-manager.io/v1',
    kind: 'Certificate',
    metadata: { name: 'c', namespace: 'default' },
  };

  expect(await caught(applyObjects(embedded.cluster, [configMap('x', 'default'), certificate], options))).toMatchObject(
    {
      code: 'kind-not-served',
      fix: expect.stringContaining('cert-manager'),
    },
  );
  expect(await embedded.cluster.client.find(ConfigMap, { namespace: 'default', name: 'x' })).toBeUndefined();
});

test('a namespace that neither exists nor is created is named', async () => {
  expect(await caught(applyObjects(embedded.cluster, [configMap('x', 'nowhere')], options))).toMatchObject({
    code: 'not-found',
    fix: expect.stringContaining('kubectl create namespace nowhere'),
  });
});

test('what the server does not accept is quoted', async () => {
  const bad = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'Bad_Name', namespace: 'default' } };

  expect(await caught(applyObjects(embedded.cluster, [bad], options))).toMatchObject({
    code: 'apply-rejected',
    message: expect.stringContaining('Bad_Name'),
  });
});

test('new kinds can be used at once', async () => {
  const Widget = dynamicKind({ group: 'example.com', version: 'v1', kind: 'Widget' });
  await applyObjects(embedded.cluster, [widgetCrd(), widget('now')], options);

  expect(await embedded.plane.client.find(Widget, { namespace: 'default', name: 'now' })).toBeDefined();
});
