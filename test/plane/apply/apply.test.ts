import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ApiObject } from '../../../src/plane/storage/api-object.js';
import { applyConfiguration, trackUpdate } from '../../../src/plane/apply/apply.js';
import { decodeFields, encodeFields } from '../../../src/plane/apply/apply-field-set.js';
import type { SchemaNode } from '../../../src/kubernetes/schema/schema-node.js';

const schema: SchemaNode = {
  type: 'object',
  properties: {
    metadata: { type: 'object', properties: { name: { type: 'string' } } },
    spec: {
      type: 'object',
      properties: {
        scalar: { type: 'string' },
        set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        map: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: { type: 'object', properties: { name: { type: 'string' }, value: { type: 'string' } } },
        },
        atomic: { type: 'array', items: { type: 'string' } },
      },
    },
  },
};
const object = (spec: object): ApiObject =>
  ({ apiVersion: 'x/v1', kind: 'X', metadata: { name: 'x' }, spec }) as ApiObject;
const writer = (manager: string, force = false) => ({ manager, apiVersion: 'x/v1', subresource: '', time: 't', force });
const empty: ApiObject = { apiVersion: 'x/v1', kind: 'X', metadata: {} };

const specs = fc.record(
  {
    scalar: fc.constantFrom('a', 'b'),
    set: fc.uniqueArray(fc.constantFrom('p', 'q', 'r')),
    map: fc.uniqueArray(fc.record({ name: fc.constantFrom('m', 'n', 'o'), value: fc.constantFrom('1', '2') }), {
      selector: ({ name }) => name,
    }),
    atomic: fc.array(fc.constantFrom('x', 'y'), { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: [] },
);

describe('server-side apply', () => {
  test('applying the same twice changes nothing', () => {
    fc.assert(
      fc.property(specs, (spec) => {
        const once = applyConfiguration(empty, object(spec), schema, writer('a'));
        expect(applyConfiguration(once, object(spec), schema, writer('a'))).toEqual(once);
      }),
    );
  });

  test('a lone manager gets exactly what it applied last', () => {
    fc.assert(
      fc.property(specs, specs, (first, second) => {
        const once = applyConfiguration(empty, object(first), schema, writer('a'));
        const twice = applyConfiguration(once, object(second), schema, writer('a'));
        const direct = applyConfiguration(empty, object(second), schema, writer('a'));
        expect(withoutEmpty(twice['spec'])).toEqual(withoutEmpty(direct['spec']));
      }),
    );
  });

  test('what a manager forces in stays when another one gives up everything', () => {
    fc.assert(
      fc.property(specs, specs, (first, second) => {
        const shared = applyConfiguration(
          applyConfiguration(empty, object(first), schema, writer('a')),
          object(second),
          schema,
          writer('b', true),
        );
        const alone = applyConfiguration(shared, object({}), schema, writer('a', true));
        const direct = applyConfiguration(empty, object(second), schema, writer('b'));
        expect(sorted(alone['spec'])).toEqual(sorted(direct['spec']));
      }),
    );
  });

  test('a conflict names the manager and the field', () => {
    const live = applyConfiguration(empty, object({ scalar: 'a' }), schema, writer('first'));

    expect(() => applyConfiguration(live, object({ scalar: 'b' }), schema, writer('second'))).toThrow(
      'Apply failed with 1 conflict: conflict with "first": .spec.scalar',
    );
  });

  test('a plain write takes over what it changes', () => {
    const live = applyConfiguration(empty, object({ scalar: 'a', set: ['p'] }), schema, writer('first'));
    const stored = { ...live, metadata: { ...live.metadata, uid: 'u' } };

    const after = trackUpdate(stored, { ...stored, spec: { scalar: 'b', set: ['p'] } }, schema, writer('editor'));

    expect(after.metadata.managedFields?.map(({ manager, fieldsV1 }) => [manager, fieldsV1])).toEqual([
      ['first', { 'f:spec': { 'f:set': { 'v:"p"': {} } } }],
      ['editor', { 'f:spec': { 'f:scalar': {} } }],
    ]);
  });

  test('field sets survive being written and read', () => {
    fc.assert(
      fc.property(specs, (spec) => {
        const [entry] = applyConfiguration(empty, object(spec), schema, writer('a')).metadata.managedFields ?? [];
        expect(encodeFields(decodeFields(entry?.fieldsV1))).toEqual(entry?.fieldsV1 ?? {});
      }),
    );
  });
});

/** Empty containers may stay behind; the API server's do, too. */
function withoutEmpty(spec: unknown): unknown {
  const entries = Object.entries(spec ?? {}).filter(([, value]) => !Array.isArray(value) || value.length > 0);
  return Object.fromEntries(entries);
}

/** Order among items of different managers is not what this test is about. */
function sorted(spec: unknown): unknown {
  const entries = Object.entries(withoutEmpty(spec) as object).map(([key, value]) => [
    key,
    Array.isArray(value) && key !== 'atomic' ? value.map((item) => JSON.stringify(item)).sort() : value,
  ]);
  return Object.fromEntries(entries);
}
