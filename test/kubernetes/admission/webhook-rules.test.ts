import { expect, test } from 'vitest';
import { findings } from '../../../src/kubernetes/field.js';
import type { JsonObject } from '../../../src/kubernetes/json/json-value.js';
import { mutatingWebhooks, validatingWebhooks } from '../../../src/kubernetes/admission/webhook-rules.js';

const webhook = {
  name: 'a.b.c',
  admissionReviewVersions: ['v1'],
  clientConfig: { service: { name: 'a', namespace: 'b' } },
  rules: [{ apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] }],
  sideEffects: 'None',
};
const configuration = (...webhooks: JsonObject[]): JsonObject => ({ webhooks });
const fieldsOf = (object: JsonObject, before?: JsonObject): string[] =>
  findings(object, '', (after) => validatingWebhooks(after, before && after.with(before))).map(({ field }) => field);

test.each<[JsonObject, string[]]>([
  [{}, []],
  [{ name: 'a.b' }, ['webhooks[0].name']],
  [{ sideEffects: 'Some' }, ['webhooks[0].sideEffects']],
  [{ timeoutSeconds: 0 }, ['webhooks[0].timeoutSeconds']],
  [{ clientConfig: {} }, ['webhooks[0].clientConfig']],
  [{ clientConfig: { url: 'http://a' } }, ['webhooks[0].clientConfig.url']],
  [{ admissionReviewVersions: ['v1', 'v1'] }, ['webhooks[0].admissionReviewVersions[1]']],
  [{ matchConditions: [{ name: 'a', expression: '1' }] }, ['webhooks[0].matchConditions[0].expression']],
  [{ rules: [{ ...webhook.rules[0], operations: ['*', 'CREATE'] }] }, ['webhooks[0].rules[0].operations']],
])('a webhook with %j', (change, fields) => {
  expect(fieldsOf(configuration({ ...webhook, ...change }))).toEqual(fields);
});

test('names are unique within a configuration', () => {
  expect(fieldsOf(configuration(webhook, webhook))).toEqual(['webhooks[1].name']);
});

test('only mutating webhooks have a reinvocation policy', () => {
  const object = configuration({ ...webhook, reinvocationPolicy: 'Always' });

  expect(fieldsOf(object)).toEqual([]);
  expect(findings(object, '', mutatingWebhooks).map(({ field }) => field)).toEqual(['webhooks[0].reinvocationPolicy']);
});

test.each<[JsonObject, string[]]>([
  [{ sideEffects: 'Some' }, []],
  [{ admissionReviewVersions: ['v2'] }, []],
  [{ objectSelector: { matchExpressions: [{ key: 'a', operator: 'In', values: ['not valid'] }] } }, []],
  [{ matchConditions: [{ name: 'a', expression: '1' }] }, []],
  [{ timeoutSeconds: 0 }, ['webhooks[0].timeoutSeconds']],
])('an update that keeps %j', (change, fields) => {
  const object = configuration({ ...webhook, ...change });

  expect(fieldsOf(object, object)).toEqual(fields);
});

test('an update may keep equal names, but not make names equal', () => {
  const twice = configuration(webhook, webhook);

  expect(fieldsOf(twice, twice)).toEqual([]);
  expect(fieldsOf(twice, configuration(webhook, { ...webhook, name: 'x.y.z' }))).toEqual(['webhooks[1].name']);
});
