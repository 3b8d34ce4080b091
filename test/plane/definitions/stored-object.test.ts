import { expect, test } from 'vitest';
import { readStored } from '../../../src/plane/definitions/stored-object.js';
import type { ResourceType } from '../../../src/plane/resources/resource-type.js';
import type { SchemaNode } from '../../../src/kubernetes/schema/schema-node.js';

const schemaOf = (properties: Record<string, SchemaNode>): SchemaNode => {
  const spec = { type: 'object', properties };
  return { type: 'object', properties: { spec, apiVersion: {}, kind: {}, metadata: { type: 'object' } } };
};
const typeWith = (schemas: Record<string, SchemaNode>): ResourceType =>
  ({ group: 'example.com', custom: { schemas: new Map(Object.entries(schemas)) } }) as unknown as ResourceType;

const text: SchemaNode = { type: 'string' };
const newt = { apiVersion: 'example.com/v1', kind: 'Newt', metadata: {}, spec: { a: '1', b: '2' } };

test('an object is read by the schema of its own version: new defaults show, removed fields do not', () => {
  const type = typeWith({ v2: schemaOf({}), v1: schemaOf({ a: text, c: { ...text, default: 'new' } }) });

  expect(readStored(newt, type).spec).toEqual({ a: '1', c: 'new' });
  expect(newt.spec).toEqual({ a: '1', b: '2' });
});

test('an object that the schema does not change is the same object, and each definition has its own view', () => {
  const [same, other] = [typeWith({ v1: schemaOf({ a: text, b: text }) }), typeWith({ v1: schemaOf({ b: text }) })];

  expect(readStored(newt, same)).toBe(newt);
  expect(readStored(newt, other).spec).toEqual({ b: '2' });
  expect(readStored(newt, other)).toBe(readStored(newt, other));
});

test('objects of versions that are gone, and of built-in kinds, are shown as they are', () => {
  expect(readStored(newt, typeWith({ v2: schemaOf({}) }))).toBe(newt);
  expect(readStored(newt, { group: '' } as ResourceType)).toBe(newt);
});
