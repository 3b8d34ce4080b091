import type { Stored } from 'kbts/runtime';
import { stored } from 'kbts/testing';
import { expect, test } from 'vitest';
import { Pipeline } from '../api/v1beta1/index.js';
import type { ModelStorage, PipelineStep } from '../api/v1beta1/index.js';
import { childrenOf, endpointOf } from './pipeline.children.js';

const nfs = { server: 'nfs.my.domain', path: '/models' };
const first: PipelineStep = { image: 'infer:v1', location: 'edge', model: 'part-1', args: { b: '2', a: '1' } };
const second: PipelineStep = { image: 'infer:v1', model: 'part-2' };

function pipeline(steps: PipelineStep[], modelStorage: ModelStorage = { nfs }): Stored<Pipeline> {
  return stored(new Pipeline({ metadata: { name: 'vision' }, spec: { namespace: 'ml', steps, modelStorage } }));
}

test('each step has a deployment and a service of the same name', () => {
  const { deployments, services } = childrenOf(pipeline([first, second]));

  expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['vision-step-1', 'vision-step-2']);
  expect(services.map(({ metadata }) => metadata.name)).toEqual(['vision-step-1', 'vision-step-2']);
  for (const child of [...deployments, ...services]) expect(child.metadata.namespace).toBe('ml');
});

test('the service of a step selects the pods of that step only', () => {
  const { deployments, services } = childrenOf(pipeline([first, second]));

  expect(services[0]?.spec?.selector).toEqual(deployments[0]?.spec?.selector.matchLabels);
  expect(services[0]?.spec?.selector).not.toEqual(services[1]?.spec?.selector);
});

test('arguments have an order of their own', () => {
  const { deployments } = childrenOf(pipeline([first]));

  expect(deployments[0]?.spec?.template.spec?.containers[0]?.args).toEqual([
    '--model=/models/part-1',
    '--a=1',
    '--b=2',
  ]);
});

test('each step knows the next one, and the last one none', () => {
  const { deployments } = childrenOf(pipeline([first, second]));

  const env = deployments.map(({ spec }) => spec?.template.spec?.containers[0]?.env);
  expect(env).toEqual([[{ name: 'NEXT_STEP_URL', value: 'http://vision-step-2.ml.svc' }], []]);
});

test('a location chooses nodes', () => {
  const { deployments } = childrenOf(pipeline([first, second]));

  const selectors = deployments.map(({ spec }) => spec?.template.spec?.nodeSelector);
  expect(selectors).toEqual([{ 'distri-infer.ndsl.cn/location': 'edge' }, undefined]);
});

test('volume and claim are made for each other', () => {
  const { volume, claim } = childrenOf(pipeline([first], { nfs, capacity: '5Gi' }));

  expect(volume.spec).toMatchObject({ nfs, capacity: { storage: '5Gi' }, persistentVolumeReclaimPolicy: 'Retain' });
  expect(volume.spec?.claimRef).toMatchObject({ name: claim.metadata.name, namespace: 'ml' });
  expect(claim.spec).toMatchObject({ volumeName: volume.metadata.name, storageClassName: '' });
});

test('a folder of the node can contain the models too', () => {
  const { volume } = childrenOf(pipeline([first], { hostPath: { path: '/srv/models' } }));

  expect(volume.spec?.hostPath).toEqual({ path: '/srv/models' });
  expect(volume.spec?.nfs).toBeUndefined();
});

test('data goes in at the first step', () => {
  expect(endpointOf(pipeline([first]))).toBe('http://vision-step-1.ml.svc');
});
