import { describe, expect, test } from 'vitest';
import { definitionFindings } from '../../../src/kubernetes/crd/definition-rules.js';
import { newDefinitionFindings, withDefinitionDefaults } from '../../../src/kubernetes/crd/new-definition.js';
import type { JsonObject } from '../../../src/kubernetes/json/json-value.js';

type Change = (crd: { spec: Spec; metadata: JsonObject; status?: JsonObject }) => void;
type Spec = JsonObject & { names: JsonObject; versions: JsonObject[] };

function crd(change: Change = () => undefined): JsonObject {
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: spec() } } };
  const made = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'rows.a.b' },
    spec: {
      group: 'a.b',
      scope: 'Namespaced',
      names: { kind: 'Row', plural: 'rows' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
  change(made);
  return made;
}

function spec(): JsonObject {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) };
}

const first = ({ spec: { versions } }: { spec: Spec }): JsonObject => versions[0] ?? {};
const texts = (object: JsonObject): string[] =>
  newDefinitionFindings(object).map(({ field, reason }) => `${field} ${reason}`);

test('a CRD without mistakes has no findings', () => {
  expect(texts(crd())).toEqual([]);
});

describe('what apiextensions refuses', () => {
  test.each<[string, Change, string[]]>([
    [
      'kind = listKind',
      ({ spec: { names } }) => void (names['listKind'] = 'Row'),
      ['spec.names.listKind FieldValueInvalid'],
    ],
    [
      'a category that is not a label',
      ({ spec: { names } }) => void (names['categories'] = ['Not_A_Label']),
      ['spec.names.categories[0] FieldValueInvalid'],
    ],
    [
      'nine selectable fields',
      (made) =>
        void (first(made)['selectableFields'] = [...'abcdefghi'].map((name) => ({ jsonPath: `.spec.${name}` }))),
      ['spec.selectableFields FieldValueTooMany'],
    ],
    [
      'the same selectable field twice',
      (made) => void (first(made)['selectableFields'] = [{ jsonPath: '.spec.a' }, { jsonPath: '.spec.a' }]),
      ['spec.selectableFields[1].jsonPath FieldValueDuplicate'],
    ],
    [
      'a selectable field in metadata',
      (made) => {
        const properties = { metadata: { type: 'object', properties: { name: { type: 'string' } } } };
        first(made)['schema'] = { openAPIV3Schema: { type: 'object', properties } };
        first(made)['selectableFields'] = [{ jsonPath: '.metadata.name' }];
      },
      ['spec.selectableFields[0].jsonPath FieldValueInvalid'],
    ],
    [
      'a key of a list twice',
      (made) => {
        const items = { type: 'object', properties: { k: { type: 'string' } }, required: ['k'] };
        const list = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k', 'k'] };
        const properties = { list: { type: 'array', items, ...list } };
        first(made)['schema'] = { openAPIV3Schema: { type: 'object', properties } };
      },
      ['spec.validation.openAPIV3Schema.properties[list].x-kubernetes-list-map-keys FieldValueInvalid'],
    ],
    [
      'a default against a rule',
      (made) => {
        const size = { type: 'integer', default: 1, 'x-kubernetes-validations': [{ rule: 'self > 1' }] };
        first(made)['schema'] = { openAPIV3Schema: { type: 'object', properties: { size } } };
      },
      ['spec.validation.openAPIV3Schema.properties[size].default FieldValueInvalid'],
    ],
    [
      'a key of a list that is nullable',
      (made) => {
        const items = { type: 'object', properties: { k: { type: 'string', nullable: true } }, required: ['k'] };
        const list = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] };
        const properties = { list: { type: 'array', items, ...list } };
        first(made)['schema'] = { openAPIV3Schema: { type: 'object', properties } };
      },
      ['spec.validation.openAPIV3Schema.properties[list].items.properties[k].nullable FieldValueForbidden'],
    ],
    [
      'a label selector of the scale outside of spec and status',
      (made) =>
        void (first(made)['subresources'] = {
          scale: { specReplicasPath: '.spec.a', statusReplicasPath: '.status.b', labelSelectorPath: '.metadata.x' },
        }),
      ['spec.subresources.scale.labelSelectorPath FieldValueInvalid'],
    ],
    [
      'a warning of a version that is not deprecated',
      (made) => void (first(made)['deprecationWarning'] = 'old'),
      ['spec.versions[0].deprecationWarning FieldValueInvalid'],
    ],
    [
      'a warning of 300 characters',
      (made) => void Object.assign(first(made), { deprecated: true, deprecationWarning: 'x'.repeat(300) }),
      ['spec.versions[0].deprecationWarning FieldValueInvalid'],
    ],
    [
      'a warning of 200 letters of two bytes',
      (made) => void Object.assign(first(made), { deprecated: true, deprecationWarning: 'é'.repeat(200) }),
      ['spec.versions[0].deprecationWarning FieldValueInvalid'],
    ],
    [
      'a version that is not a label',
      (made) => void (first(made)['name'] = 'V_1'),
      ['spec.versions[0].name FieldValueInvalid', 'spec.version FieldValueInvalid'],
    ],
    [
      'a group with upper case',
      (made) => void Object.assign(made.spec, { group: 'A.b' }),
      ['metadata.name FieldValueInvalid', 'spec.group FieldValueInvalid'],
    ],
    [
      'a port that does not exist, and a path that is none',
      ({ spec: given }) =>
        void (given['conversion'] = {
          strategy: 'Webhook',
          webhook: {
            conversionReviewVersions: ['v1', 'v1'],
            clientConfig: { service: { name: 'a', namespace: 'b', port: 70_000, path: '/a//b' } },
          },
        }),
      [
        'spec.conversion.webhookClientConfig.service.port FieldValueInvalid',
        'spec.conversion.webhookClientConfig.service.path FieldValueInvalid',
        'spec.conversion.conversionReviewVersions[1] FieldValueInvalid',
      ],
    ],
    [
      'a default with a field that the schema does not know',
      (made) =>
        void (first(made)['schema'] = {
          openAPIV3Schema: { type: 'object', properties: { spec: { ...spec(), default: { z: 1 } } } },
        }),
      ['spec.validation.openAPIV3Schema.properties[spec].default FieldValueInvalid'],
    ],
    [
      'an embedded resource with additional properties',
      (made) =>
        void (first(made)['schema'] = {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                'x-kubernetes-embedded-resource': true,
                additionalProperties: { type: 'string' },
              },
            },
          },
        }),
      [
        'spec.validation.openAPIV3Schema.properties[spec].additionalProperties FieldValueForbidden',
        'spec.validation.openAPIV3Schema.properties[spec].properties FieldValueRequired',
      ],
    ],
    [
      'a nullable root',
      (made) => void (first(made)['schema'] = { openAPIV3Schema: { type: 'object', nullable: true } }),
      ['spec.validation.openAPIV3Schema.nullable FieldValueForbidden'],
    ],
  ])('%s', (_title, change, expected) => {
    expect(texts(crd(change))).toEqual(expected);
  });
});

describe('an update', () => {
  const stored = (change?: Change): JsonObject => ({
    ...withDefinitionDefaults(crd(change)),
    status: { storedVersions: ['v1'], conditions: [{ type: 'Established', status: 'True' }] },
  });
  const updated = (before: JsonObject, change: Change): string[] => {
    const after = { ...withDefinitionDefaults(crd(change)), status: before['status'] };
    return definitionFindings(after, before).map(({ field, reason }) => `${field} ${reason}`);
  };

  test('cannot remove a version that was stored', () => {
    expect(updated(stored(), (made) => void (first(made)['name'] = 'v2'))).toEqual([
      'status.storedVersions FieldValueInvalid',
      'status.storedVersions[0] FieldValueInvalid',
    ]);
  });

  test('cannot change scope and kind of an established CRD', () => {
    const change: Change = ({ spec: given }) => {
      given['scope'] = 'Cluster';
      given.names['kind'] = 'Line';
    };

    expect(updated(stored(), change)).toEqual(['spec.scope FieldValueInvalid', 'spec.names.kind FieldValueInvalid']);
  });

  test('is not refused for what was stored before the rule existed', () => {
    const set = { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object' } };
    const change: Change = (made) =>
      void (first(made)['schema'] = { openAPIV3Schema: { type: 'object', properties: { spec: set } } });

    expect(texts(crd(change))).toHaveLength(1);
    expect(updated(stored(change), change)).toEqual([]);
  });
});
