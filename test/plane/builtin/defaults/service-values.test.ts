import { expect, test } from 'vitest';
import type { ApiObject } from '../../../../src/plane/storage/api-object.js';
import { section } from '../../../../src/plane/storage/api-object.js';
import { withKeptValues, withServiceValues } from '../../../../src/plane/builtin/defaults/service-values.js';

const service = (spec: object): ApiObject => ({ apiVersion: 'v1', kind: 'Service', metadata: {}, spec }) as ApiObject;
const none = (): ApiObject[] => [];

test('no two Services get one address or one port, however close together they are made', () => {
  const made = Array.from({ length: 200 }, () =>
    withServiceValues(service({ type: 'NodePort', ports: [{ port: 80, protocol: 'TCP' }] }), none),
  ).map((object) => section(object, 'spec'));

  expect(new Set(made.map((spec) => spec['clusterIP'])).size).toBe(200);
  expect(new Set(made.map((spec) => JSON.stringify(spec['ports']))).size).toBe(200);
});

test('addresses that are stored are not given out again', () => {
  const stored = Array.from({ length: 252 }, (_, index) => service({ clusterIP: `10.0.0.${index + 2}` }));
  const spec = section(
    withServiceValues(service({ type: 'ClusterIP' }), () => stored),
    'spec',
  );

  expect(spec['clusterIP']).toBe('10.0.0.254');
});

test('an update keeps what it leaves out and drops what its new type has not', () => {
  const before = service({
    type: 'NodePort',
    clusterIP: '10.0.0.9',
    clusterIPs: ['10.0.0.9'],
    externalTrafficPolicy: 'Cluster',
    ports: [{ port: 80, protocol: 'TCP', nodePort: 30_080 }],
  });
  const kept = withKeptValues(service({ type: 'NodePort', ports: [{ port: 80, protocol: 'TCP' }] }), before, none);
  expect(section(kept, 'spec')).toMatchObject({ clusterIPs: ['10.0.0.9'], ports: [{ nodePort: 30_080 }] });

  const ports = [{ port: 80, protocol: 'TCP', nodePort: 30_080 }];
  const plain = withKeptValues(service({ ...section(before, 'spec'), type: 'ClusterIP', ports }), before, none);
  expect(section(plain, 'spec')['externalTrafficPolicy']).toBeUndefined();
  expect(section(plain, 'spec')['ports']).toEqual([{ port: 80, protocol: 'TCP', nodePort: undefined }]);
});

test('another first address is another address', () => {
  const before = service({ type: 'ClusterIP', clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'] });
  const after = service({ type: 'ClusterIP', clusterIP: '10.0.0.10', clusterIPs: ['10.0.0.9'] });

  expect(section(withKeptValues(after, before, none), 'spec')['clusterIPs']).toEqual(['10.0.0.10']);
});
