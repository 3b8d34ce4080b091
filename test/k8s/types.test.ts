/** Samples of use: what compiles is checked by `tsc`, what they are at run time by vitest. */
import { expect, expectTypeOf, test } from 'vitest';
import {
  Deployment,
  Event,
  Job,
  type AdmissionReview,
  type Condition,
  type Container,
  type DeploymentList,
  type EnvVar,
  type IntOrString,
  type LabelSelector,
  type ObjectMeta,
  type Pod,
  type PodTemplateSpec,
  type Protocol,
  type Quantity,
  type ResourceList,
  Service,
  type ServicePort,
  type Status,
  type Time,
  type TypeMeta,
  type UID,
  type Volume,
} from '../../src/k8s/index.js';
import { ResourceClaim as AlphaFreeClaim } from '../../src/k8s/resource/v1/index.js';
import { LeaseCandidate } from '../../src/k8s/coordination/v1beta1/index.js';
import { Event as GroupEvent } from '../../src/k8s/events/v1/index.js';
import type { CustomResourceDefinition, JSONSchemaProps } from '../../src/k8s/apiextensions/v1/index.js';
import { type PolicyRule, RoleBinding, type Subject } from '../../src/k8s/rbac/v1/index.js';
import type * as metav1 from '../../src/k8s/meta/v1/index.js';
import type { Kind } from '../../src/runtime/object/kind.js';
import type * as runtime from '../../src/runtime/object/meta.js';

const labels = { app: 'web' };

test('an operator writes a Deployment with nothing but literals', () => {
  const container: Container = {
    name: 'web',
    image: 'web:1',
    env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
    ports: [{ containerPort: 80, protocol: 'TCP' }],
    resources: { limits: { cpu: '500m', memory: 1024 } },
    livenessProbe: { httpGet: { port: 'http' }, periodSeconds: 5 },
  };

  const deployment = new Deployment({
    metadata: { name: 'web', labels },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [container] } } },
  });

  expectTypeOf(deployment).toEqualTypeOf<Deployment>();
  expectTypeOf(Deployment).toEqualTypeOf<Kind<Deployment>>();
  expect(deployment).toMatchObject({ apiVersion: 'apps/v1', kind: 'Deployment', spec: { selector: {} } });
});

test('what the API server requires is required', () => {
  // @ts-expect-error a Deployment needs a selector and a template
  const incomplete = new Deployment({ metadata: { name: 'web' }, spec: {} });
  // @ts-expect-error a container needs a name
  const nameless: Container = {};
  // @ts-expect-error a Job has a spec
  const job: Job['status'] & { spec: undefined } = new Job({ metadata: {} });

  expect([incomplete, nameless, job]).toHaveLength(3);
});

test('closed sets of strings catch typing errors, open ones take new values', () => {
  expectTypeOf<Protocol>().toEqualTypeOf<'TCP' | 'UDP' | 'SCTP'>();
  // @ts-expect-error there is no such type of Service
  const service = new Service({ metadata: { name: 'a' }, spec: { type: 'Clusterip' } });
  const condition: NonNullable<NonNullable<Pod['status']>['conditions']>[number] = {
    type: 'example.com/Ready',
    status: 'True',
  };

  expect([service.kind, condition.type]).toEqual(['Service', 'example.com/Ready']);
});

test('scalars are those of the runtime', () => {
  expectTypeOf<ServicePort['targetPort']>().toEqualTypeOf<IntOrString | undefined>();
  expectTypeOf<ResourceList>().toEqualTypeOf<Record<string, Quantity>>();
  expectTypeOf<ObjectMeta>().toEqualTypeOf<runtime.ObjectMeta>();
  expectTypeOf<Condition>().toEqualTypeOf<runtime.Condition>();
  expectTypeOf<UID>().toEqualTypeOf<string>();
  expectTypeOf<NonNullable<Pod['metadata']['creationTimestamp']>>().toEqualTypeOf<Time>();
  expectTypeOf<TypeMeta>().toEqualTypeOf<{ kind?: string; apiVersion?: string }>();
});

test('embedded structs are part of what embeds them', () => {
  const volume: Volume = { name: 'data', configMap: { name: 'settings', items: [{ key: 'a', path: 'a' }] } };
  const variable: EnvVar = { name: 'A', value: 'b' };

  expectTypeOf<Volume['secret']>().not.toBeUndefined();
  expect([volume.name, variable.name]).toEqual(['data', 'A']);
});

test('lists, statuses and reviews have their types', () => {
  expectTypeOf<DeploymentList['items']>().toEqualTypeOf<Deployment[]>();
  expectTypeOf<Status['code']>().toBeNullable();
  expectTypeOf<NonNullable<AdmissionReview['request']>['uid']>().toEqualTypeOf<UID | undefined>();
  expectTypeOf<metav1.LabelSelector>().toEqualTypeOf<LabelSelector>();
});

test('the same name in two groups is two types', () => {
  expectTypeOf<Event['involvedObject']>().not.toBeAny();
  expectTypeOf<GroupEvent['regarding']>().not.toBeAny();
  expect([Event.apiVersion, GroupEvent.apiVersion]).toEqual(['v1', 'events.k8s.io/v1']);
});

test('names that only a group version has come from its module', () => {
  const subject: Subject = { kind: 'ServiceAccount', name: 'web', namespace: 'default' };
  const rule: PolicyRule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
  const binding = new RoleBinding({
    metadata: { name: 'web' },
    subjects: [subject],
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'web' },
  });

  expect(binding.subjects?.[0]?.kind).toBe(subject.kind);
  expect(rule.verbs).toEqual(['get']);
  expect([LeaseCandidate.apiVersion, AlphaFreeClaim.apiVersion]).toEqual([
    'coordination.k8s.io/v1beta1',
    'resource.k8s.io/v1',
  ]);
});

test('schemas of CustomResourceDefinitions may nest', () => {
  const schema: JSONSchemaProps = {
    type: 'object',
    properties: { items: { type: 'array', items: { type: 'string', default: 'a' } } },
    additionalProperties: false,
  };
  expectTypeOf<CustomResourceDefinition['spec']['versions']>().toBeArray();

  expect(schema.properties?.['items']).toBeDefined();
});

test('a template can be passed on as it is', () => {
  const template: PodTemplateSpec = { spec: { containers: [{ name: 'a' }] } };
  const job = new Job({ metadata: { name: 'a' }, spec: { template } });

  expect(job.spec?.template).toBe(template);
});
