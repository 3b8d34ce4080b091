import type { Stored } from 'kbts/runtime';
import { stored } from 'kbts/testing';
import { expect, test } from 'vitest';
import { AppService } from '../api/v1alpha1/index.js';
import { deploymentFor, deploymentKeyOf, isControlledBy } from './app-service.deployment.js';

function appService(uid = '1'): Stored<AppService> {
  const metadata = { name: 'shop', namespace: 'default', uid };
  return stored(new AppService({ metadata, spec: { deploymentName: 'shop-web', replicas: 3 } }));
}

test('the Deployment has the name and the size that were asked for', () => {
  const { metadata, spec } = deploymentFor(appService());

  expect(metadata).toMatchObject({ name: 'shop-web', namespace: 'default' });
  expect(spec?.replicas).toBe(3);
});

test('the Deployment is that of its AppService, and of no other of the same name', () => {
  const deployment = stored(deploymentFor(appService('1')));

  expect(isControlledBy(deployment, appService('1'))).toBe(true);
  expect(isControlledBy(deployment, appService('2'))).toBe(false);
});

test('a Deployment without a controller is somebody else’s', () => {
  const deployment = deploymentFor(appService());
  delete deployment.metadata.ownerReferences;

  expect(isControlledBy(stored(deployment), appService())).toBe(false);
});

test('the index value names the Deployment', () => {
  expect(deploymentKeyOf(appService())).toBe('default/shop-web');
});
