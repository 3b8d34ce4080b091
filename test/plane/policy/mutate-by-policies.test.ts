import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from '../../../src/testing/index.js';
import { startWebhookHost, type WebhookHost } from '../differential/webhook-host.js';
import { mutations, prepare } from './mutation-cases.js';

let plane: ControlPlane;
let host: WebhookHost;
let found: Record<string, unknown>;
beforeAll(async () => {
  [plane, host] = await Promise.all([startControlPlane({ kind: 'embedded' }), startWebhookHost()]);
  await prepare(plane, host);
  found = await mutations(plane);
}, 60_000);
afterAll(() => Promise.all([plane.stop(), host.stop()]));

const data = (name: string): unknown => (found[`ConfigMap ${name}`] as { data?: unknown }).data;
const spec = (name: string): unknown => (found[name] as { spec?: unknown }).spec;
const refusal = (name: string): unknown => (found[name] as { message?: unknown }).message;

test.each([
  ['plain', { a: '1', b: '2' }],
  ['two', { a: '1', b: '1!', c: '1!?' }],
  ['patched', { a: '2', b: '2' }],
  ['tested', { a: '1' }],
  ['ignored', { a: '1', b: '2' }],
  ['variables', { a: '1', b: '1b', c: '1bc' }],
  ['conditional', { a: '1' }],
  ['conditional-yes', { a: '1', yes: 'x', b: '2' }],
  ['param', { a: '1', max: '2' }],
  ['allowed', { a: '1' }],
  ['optional', { a: '1', b: '2' }],
  ['again', { a: '111', b: '22' }],
  ['hooked', { a: '111', b: '2', x: 'w', y: 'w', z: '' }],
  ['late', { a: '1', x: '', y: '', z: '', hook: 'w', seen: 'true' }],
  ['early', { a: '1', x: '', y: '', z: '', hook: 'w', seen: 'false' }],
  ['never', { a: '11', b: '2' }],
])('the policy %s makes %j', (name, made) => {
  expect(data(name)).toEqual(made);
});

test('lists are merged by key, defaults are filled in, and unknown fields are pruned', () => {
  expect(spec('Gadget keyed')).toMatchObject({
    ports: [
      { name: 'c', port: 3 },
      { name: 'a', port: 1 },
      { name: 'b', port: 2 },
    ],
  });
  expect(spec('Gadget defaulted')).toEqual({ size: 1, mode: 'plain' });
  expect(spec('Gadget pruned')).toEqual({ size: 1, mode: 'plain' });
});

test.each([
  [
    'ConfigMap failing',
    "expression 'Object{data: {'b': object.data.missing}}' resulted in error: no such key: missing",
  ],
  ['ConfigMap misnamed', 'type mismatch: unexpected type name "Object.wrong"'],
  ['ConfigMap undeclared', '.spec: field not declared in schema'],
  ['ConfigMap unknown', 'strict decoding error: unknown field "spec"'],
  ['ConfigMap dear', 'actual cost limit exceeded'],
  ['ConfigMap lost', 'no params found for policy binding with `Deny` parameterNotFoundAction'],
  ['ConfigMap broken-condition', "expression 'object.data.b == 'x'' resulted in error: no such key: b"],
  ['Deployment atomic', 'may not mutate atomic arrays, maps or structs: .spec.template.spec.tolerations'],
  ['Gadget twice', 'duplicate entries for key [name="a"]'],
  ['Gadget free-map', '.spec.free.a: expected map, got &{map[b:c]}'],
  ['Gadget map-in-list', 'associative list with keys may not have non-map elements'],
  ['Gadget invalid', 'Invalid value: 9007199254740997'],
])('%s is refused: %s', (name, why) => {
  expect(refusal(name)).toContain(why);
});

test('nobody owns fields that policies set', () => {
  const { metadata } = found['ConfigMap plain'] as { metadata: { managedFields: unknown } };

  expect(JSON.stringify(metadata.managedFields)).toContain('f:a');
  expect(JSON.stringify(metadata.managedFields)).not.toContain('f:b');
});
