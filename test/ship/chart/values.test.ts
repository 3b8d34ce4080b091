import { expect, test } from 'vitest';
import { fromYaml } from '../../../src/yaml.js';
import type { Manifest } from '../../../src/ship/json.js';
import type { ValuesSource } from '../../../src/ship/chart/value-fields.js';
import { defaultValues, valuesSchema, valuesText } from '../../../src/ship/chart/values.js';

const deployment: Manifest = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'controller-manager' },
  spec: {
    replicas: 2,
    template: {
      spec: { containers: [{ name: 'manager', resources: { limits: { cpu: '1' } } }], nodeSelector: { a: 'b' } },
    },
  },
};
const source: ValuesSource = {
  deployment,
  image: { repository: 'ghcr.io/acme/shop', tag: 'v1', digest: '' },
  available: ['metrics', 'metricsCertificate', 'certManager'],
  enabled: ['metrics'],
  hasCrds: true,
  longestName: 43,
};

test('defaults are what config/ says', () => {
  expect(defaultValues(source)).toMatchObject({
    manager: { replicas: 2, resources: { limits: { cpu: '1' } }, nodeSelector: { a: 'b' } },
    metrics: { enabled: true, certManager: { enabled: false } },
    certManager: { enabled: false },
    crd: { enabled: true, keep: true },
  });
});

test.each([
  [['--leader-elect'], true],
  [['--leader-elect=true'], true],
  [['--leader-elect', '-leader-elect=false'], false],
  [['--a'], false],
])('leader election and pull policy are those of config/: %j', (args, expected) => {
  const spec = { template: { spec: { containers: [{ name: 'manager', args, imagePullPolicy: 'Always' }] } } };
  expect(defaultValues({ ...source, deployment: { ...deployment, spec } })).toMatchObject({
    manager: { leaderElection: { enabled: expected }, image: { pullPolicy: 'Always' } },
  });
});

test('values.yaml says the same, with a comment on every value', () => {
  const text = valuesText(source);
  expect(fromYaml(text)).toEqual(defaultValues(source));
  expect(text).toContain('  # One leads, the others take over.\n  replicas: 2\n');
});

test('the schema knows every value, and refuses names that are not known', () => {
  const schema = JSON.parse(valuesSchema(source)) as { properties: { manager: { additionalProperties: boolean } } };
  expect(Object.keys(schema.properties)).toEqual(Object.keys(defaultValues(source)));
  expect(schema.properties.manager.additionalProperties).toBe(false);
  expect(schema).toMatchObject({
    required: ['manager', 'serviceAccount', 'rbac', 'crd', 'metrics', 'certManager'],
    properties: { fullnameOverride: { maxLength: 43 }, manager: { required: ['image', 'leaderElection', 'pod'] } },
  });
});
