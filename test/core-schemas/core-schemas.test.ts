import { expect, test } from 'vitest';
import { coreSchema, knownNames, whyRefused, type CoreTypeId } from '../../src/core-schemas/core-schemas.js';
import { names } from '../../src/core-schemas/data/names.js';
import { UserError } from '../../src/errors.js';
import type { JsonSchema } from '../../src/model/schema.js';
import exclusions from '../../src/core-schemas/data/exclusions.json' with { type: 'json' };

const ids = Object.keys(names).flatMap((subpath) =>
  (knownNames(`kbts/k8s/${subpath}`) ?? []).map((name): CoreTypeId => `${subpath}.${name}`),
);

function* nodesOf(schema: JsonSchema): Generator<JsonSchema> {
  yield schema;
  for (const child of Object.values(schema.properties ?? {})) yield* nodesOf(child);
  if (schema.items) yield* nodesOf(schema.items);
  if (typeof schema.additionalProperties === 'object') yield* nodesOf(schema.additionalProperties);
}

test('a type keeps defaults, list keys and its own description', () => {
  const ports = coreSchema('core/v1.Container').properties?.['ports'];

  expect(coreSchema('core/v1.PodTemplateSpec').description).toBe(
    'PodTemplateSpec describes the data a pod should have when created from a template',
  );
  expect(ports).toMatchObject({
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['containerPort', 'protocol'],
    items: { required: ['containerPort'], properties: { protocol: { type: 'string', default: 'TCP' } } },
  });
});

test('the validation of Condition is there', () => {
  expect(coreSchema('meta/v1.Condition')).toMatchObject({
    required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
    properties: {
      status: { enum: ['True', 'False', 'Unknown'] },
      message: { maxLength: 32768 },
      observedGeneration: { format: 'int64', minimum: 0 },
    },
  });
});

test.each([
  ['meta/v1.Time', { type: 'string', format: 'date-time' }],
  ['meta/v1.IntOrString', { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }],
  ['meta/v1.RawExtension', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }],
  ['apiextensions/v1.JSON', { 'x-kubernetes-preserve-unknown-fields': true }],
  ['core/v1.Protocol', { type: 'string' }],
  ['core/v1.ResourceList', { type: 'object', additionalProperties: { 'x-kubernetes-int-or-string': true } }],
] as const)('%s is what controller-gen knows it to be', (id, expected) => {
  expect(coreSchema(id)).toMatchObject(expected);
});

test('every type has a schema or a reason why not', () => {
  const described = ids.filter((id) => whyRefused(id) === undefined);

  expect(described.length).toBeGreaterThan(1100);
  for (const id of described) expect(Object.keys(coreSchema(id)).length).toBeGreaterThan(0);
});

test('a recursive type is refused with the way round it', () => {
  expect(whyRefused('apiextensions/v1.JSONSchemaProps')).toContain('contains itself');
  expect(() => coreSchema('apiextensions/v1.CustomResourceDefinitionSpec')).toThrow(UserError);
  expect(whyRefused('core/v1.PodSpec')).toBeUndefined();
});

test('an id that nobody resolved is a bug', () => {
  expect(() => coreSchema('core/v1.Guestbook')).toThrow('there is no core type core/v1.Guestbook');
});

test('no list is merged by keys that items may lack', () => {
  for (const id of ids.filter((candidate) => whyRefused(candidate) === undefined))
    for (const { items, 'x-kubernetes-list-map-keys': keys = [] } of nodesOf(coreSchema(id)))
      for (const key of keys)
        expect(items?.required?.includes(key) || items?.properties?.[key]?.default !== undefined, `${id} ${key}`).toBe(
          true,
        );
});

test('what was left out is listed with its reason, and is gone', () => {
  const deployment = exclusions.find(
    ({ type, path }) => type === 'apps/v1.DeploymentStatus' && path === 'properties[conditions]',
  );

  expect(deployment).toMatchObject({ keyword: 'x-kubernetes-list-type', rule: 'map by type' });
  expect(deployment?.reason).not.toBe('');
  expect(coreSchema('apps/v1.DeploymentStatus').properties?.['conditions']).not.toHaveProperty(
    'x-kubernetes-list-type',
  );
});
