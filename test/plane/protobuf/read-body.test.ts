import { expect, test } from 'vitest';
import { protobufToJson } from '../../../src/plane/protobuf/read-body.js';
import { ProtobufFailure } from '../../../src/plane/protobuf/wire.js';

const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)]);
const bytes = (field: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([...varint((field << 3) | 2), ...varint(content.length)]), content]);
const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value));
const number = (field: number, value: number): Buffer => Buffer.from([...varint(field << 3), ...varint(value)]);
const message = (field: number, ...parts: Buffer[]): Buffer => bytes(field, Buffer.concat(parts));

const envelope = (apiVersion: string, kind: string, ...raw: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from('k8s\0', 'latin1'), message(1, text(1, apiVersion), text(2, kind)), message(2, ...raw)]);

test('reads texts, maps, numbers, lists and nested messages of a built-in kind', () => {
  const label = message(11, text(1, 'app'), text(2, 'web'));
  const container = message(2, text(1, 'c'), text(2, 'nginx'), message(6, text(1, 'http'), number(3, 8080)));
  const template = message(3, message(1, label), message(2, container));
  const body = envelope(
    'apps/v1',
    'Deployment',
    message(1, text(1, 'web'), label),
    message(2, number(1, 300), template),
  );

  expect(protobufToJson(body)).toEqual({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', labels: { app: 'web' } },
    spec: {
      replicas: 300,
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'c', image: 'nginx', ports: [{ name: 'http', containerPort: 8080 }] }] },
      },
    },
  });
});

test('writes times, ports and amounts as JSON does, and leaves zero values out', () => {
  const time = message(8, number(1, 1_704_164_645));
  const port = message(1, text(1, ''), number(3, 80), message(4, number(1, 1), text(3, 'http')));
  const body = envelope('v1', 'Service', message(1, text(1, 's'), text(2, ''), time), message(2, port));

  expect(protobufToJson(body)).toEqual({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 's', creationTimestamp: '2024-01-02T03:04:05Z' },
    spec: { ports: [{ port: 80, targetPort: 'http' }] },
  });
});

test.each([
  ['no magic number', Buffer.from('{}')],
  ['a kind that does not exist', envelope('v1', 'Nothing')],
  ['an end in the middle of a field', envelope('v1', 'ConfigMap', Buffer.from([10, 200, 1, 1]))],
])('refuses a body with %s', (_title, body) => {
  expect(() => protobufToJson(body)).toThrow(ProtobufFailure);
});

test('keeps zeros behind pointers, and spreads inlined structs', () => {
  const rule = message(3, text(1, 'CREATE'), message(2, text(1, ''), text(2, 'v1'), text(3, 'pods')));
  const hook = message(2, text(1, 'a.example.com'), number(7, 0), rule);
  const body = envelope('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', hook);

  expect(protobufToJson(envelope('apps/v1', 'Deployment', message(2, number(1, 0))))).toMatchObject({
    spec: { replicas: 0 },
  });
  expect(protobufToJson(body)).toMatchObject({
    webhooks: [
      {
        name: 'a.example.com',
        timeoutSeconds: 0,
        rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
      },
    ],
  });
});

test('refuses a field that Kubernetes does not have, rather than lose it', () => {
  expect(() => protobufToJson(envelope('v1', 'ConfigMap', text(99, 'x')))).toThrow('field 99');
});
