import type { Stored } from 'kbts/runtime';
import { stored } from 'kbts/testing';
import { expect, test } from 'vitest';
import { App } from '../api/v1beta1/index.js';
import type { AppSpec } from '../api/v1beta1/index.js';
import { childrenOf } from './app.children.js';

function app(spec: Partial<AppSpec> = {}): Stored<App> {
  const metadata = { name: 'web', namespace: 'default', uid: '1' };
  return stored(new App({ metadata, spec: { image: 'nginx:1.29', enable_service: false, ...spec } }));
}

test.each([
  [{ enable_service: false, enable_ingress: false }, []],
  [{ enable_service: true, enable_ingress: false }, ['service']],
  [{ enable_service: true, enable_ingress: true }, ['service', 'ingress']],
  // The defaulting webhook may have been off when the object was made.
  [{ enable_service: true }, ['service', 'ingress']],
  [{ enable_service: false }, []],
])('%j asks for a deployment and %j', (spec, expected) => {
  const { service, ingress } = childrenOf(app(spec));

  expect(Object.keys({ ...(service && { service }), ...(ingress && { ingress }) })).toEqual(expected);
});

test('the deployment runs the image', () => {
  const { spec } = childrenOf(app({ replicas: 3, port: 80 })).deployment;

  expect(spec?.replicas).toBe(3);
  expect(spec?.template.spec?.containers).toEqual([
    { name: 'app', image: 'nginx:1.29', ports: [{ name: 'http', containerPort: 80 }] },
  ]);
});

test('the service and the deployment select the same pods', () => {
  const { deployment, service } = childrenOf(app({ enable_service: true }));

  expect(service?.spec?.selector).toEqual(deployment.spec?.selector.matchLabels);
  expect(deployment.spec?.template.metadata?.labels).toMatchObject(service?.spec?.selector ?? {});
});

test('the ingress leads to the service', () => {
  const { ingress, service } = childrenOf(app({ enable_service: true, host: 'web.my.domain' }));

  const rule = ingress?.spec?.rules?.[0];
  expect(rule?.host).toBe('web.my.domain');
  expect(rule?.http?.paths[0]?.backend.service?.name).toBe(service?.metadata.name);
});
