import { expect, test } from 'vitest';
import { App as Hub } from '../v1beta1/index.js';
import { appV1Converter as converter } from './app.conversion.js';
import { App } from './index.js';

const metadata = { name: 'example', labels: { team: 'blue' }, annotations: { note: 'kept' } };
const ready = {
  type: 'Ready',
  status: 'True',
  reason: 'AllPodsReady',
  message: '2 of 2 pods are ready',
  lastTransitionTime: '2026-01-01T00:00:00Z',
} as const;

const hubs: Pick<Hub, 'spec' | 'status'>[] = [
  { spec: { image: 'nginx', enable_service: false } },
  {
    spec: {
      image: 'nginx',
      replicas: 2,
      port: 80,
      enable_service: true,
      enable_ingress: false,
      host: 'app.my.domain',
    },
    status: { ready_replicas: 2, conditions: [ready] },
  },
];
const spokes: Pick<App, 'spec' | 'status'>[] = [
  { spec: { image: 'nginx', enableService: false } },
  {
    spec: {
      image: 'nginx',
      replicas: 2,
      containerPort: 80,
      enableService: true,
      enableIngress: false,
      host: 'app.my.domain',
    },
    status: { readyReplicas: 2, conditions: [ready] },
  },
];

test.each(hubs)('v1beta1 survives the way to v1 and back: %j', (content) => {
  const hub = new Hub({ metadata, ...content });

  const there = new App({ metadata, ...converter.fromHub(structuredClone(hub)) });
  const back = new Hub({ metadata, ...converter.toHub(there) });

  expect(back).toEqual(hub);
});

test.each(spokes)('v1 survives the way to v1beta1 and back: %j', (content) => {
  const spoke = new App({ metadata, ...content });

  const there = new Hub({ metadata, ...converter.toHub(structuredClone(spoke)) });
  const back = new App({ metadata, ...converter.fromHub(there) });

  expect(back).toEqual(spoke);
});

test.each(hubs.map((hub, index) => [hub, spokes[index]] as const))('%j becomes %j', (hub, spoke) => {
  expect(converter.fromHub(new Hub({ metadata, ...hub }))).toEqual({ metadata, ...spoke });
});
