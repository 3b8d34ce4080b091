/** Uses of `controller()` and `keyedController()`: those that compile, and those that do not with words of the message. */
import type { Uses } from '../../../uses.js';
import { rightChildren, wrongChildren } from './wrong-children.js';
import { results } from './wrong-results.js';
import { references, settings, steps } from './wrong-steps.js';
import { keyed, work } from './wrong-work.js';

const model = `
import {
  type Condition, type ConditionOf, condition, conditions, controller, type Controller, type ControllerDraft, createManager, type CustomResource,
  defineKind, duration, ignoreNotFound, isReady, keyedController, type Manager, metadataOnly, modify, owners, pending, predicates, type Reported, type Stored, type StatusReport, type WaitTime,
} from 'kbts/runtime';
import { Deployment, StatefulSet } from 'kbts/k8s/apps/v1';
import { ConfigMap, Pod, Secret, Service } from 'kbts/k8s/core/v1';
import { ClusterRole, Role } from 'kbts/k8s/rbac/v1';
interface DatabaseSpec { replicas?: number; secret?: string; users?: { name: string; namespace?: string }[]; phase?: 'a' | 'b' }
interface DatabaseStatus { ready?: number; message?: string; pods?: string[]; conditions?: ConditionOf<'Ready', 'AllUp' | 'Waiting'>[] }
interface Database extends CustomResource<DatabaseSpec, DatabaseStatus> { apiVersion: 'a.b/v1'; kind: 'Database' }
const Database = defineKind<Database>({ group: 'a.b', version: 'v1', kind: 'Database', plural: 'databases', scope: 'Namespaced' });
interface Plain extends CustomResource<{ size: number }> { apiVersion: 'a.b/v1'; kind: 'Plain' }
const Plain = defineKind<Plain>({ group: 'a.b', version: 'v1', kind: 'Plain', plural: 'plains', scope: 'Namespaced' });
interface Open extends CustomResource<object, { conditions?: Condition[] }> { apiVersion: 'a.b/v1'; kind: 'Open' }
const Open = defineKind<Open>({ group: 'a.b', version: 'v1', kind: 'Open', plural: 'opens', scope: 'Namespaced' });
declare const manager: Manager;
declare const db: Stored<Database>;
const chain = controller(Database);
const done = controller(Database).reconcile(async () => {});
`;

const right: Uses['right'] = [
  `manager.add(chain.reconcile(async () => {}))`,
  `chain.reconcile(async () => { return; })`,
  `chain.reconcile(async () => ({}))`,
  `chain.reconcile(async () => undefined)`,
  `chain.reconcile(async () => ({ requeue: true }))`,
  `chain.reconcile(async () => ({ requeueAfter: '30s' }))`,
  `chain.reconcile(async () => ({ requeueAfter: '1h30m' }))`,
  `chain.reconcile(async () => ({ requeueAfter: '250ms' }))`,
  `chain.reconcile(async ({ spec }) => ({ requeueAfter: \`\${spec.replicas ?? 1}s\` }))`,
  `chain.reconcile(async () => ({ requeueAfter: duration(500) }))`,
  `chain.reconcile(async (_, { now }) => ({ requeueAt: new Date(now().getTime() + 1000) }))`,
  `chain.reconcile(async () => ({ status: { ready: 1 } }))`,
  `chain.reconcile(async () => ({ status: { ready: 1, conditions: [condition('Ready', true, 'AllUp', 'all up')] } }))`,
  `chain.reconcile(async () => ({ status: { ready: undefined, message: undefined }, requeueAfter: undefined }))`,
  `chain.reconcile(async ({ spec }) => { if (!spec.secret) return { requeueAfter: '5s' }; if (spec.replicas === 0) return { status: { ready: 0 } }; return { status: { message: 'b' }, requeue: true }; })`,
  `chain.reconcile(async ({ spec }) => { if (!spec.secret) return; return { status: { pods: ['a'] } }; })`,
  `chain.reconcile(async (_, { client }) => { const ref = { kind: Database, name: 'a' }; await client.patch(ref, { type: 'merge', body: { spec: { replicas: 1 } } }); await client.delete(ref); })`,
  `chain.reconcile(async (_, { client }) => { const ref = { kind: Database, name: 'a' }; await client.status.patch(ref, { type: 'merge', body: { status: { ready: 1 } } }); })`,
  `chain.reconcile(async (_, { client }) => { const ref = { kind: Database, name: 'a' }; await modify(client, ref, (draft) => { draft.spec.replicas = 1; }); })`,
  `chain.reconcile(async ({ status }) => ({ status: { ...status, ready: 1 } }))`,
  `controller(Plain).reconcile(async () => ({ requeue: false }))`,
  `controller(metadataOnly(Database)).reconcile(async ({ metadata }) => { void metadata.name; })`,
  `chain.references('secret', Secret, (it) => it.spec.secret).reconcile(async (_, { observed: { secret } }) => { void secret?.data?.['a']; })`,
  `chain.references('users', Secret, (it) => it.spec.users ?? []).reconcile(async (_, { observed: { users } }) => ({ status: { pods: users.map(({ metadata }) => metadata.name) } }))`,
  `chain.references('users', Secret, (it) => it.spec.users).reconcile(async (_, { observed: { users } }) => ({ status: { pods: users?.map(({ metadata }) => metadata.name) } }))`,
  `chain.references('a', Secret, () => false).references('b', ConfigMap, ({ metadata: { namespace } }) => ({ name: 'b', namespace })).owns(Pod).reconcile(async (_, { observed: { a, b } }) => { void [a?.data, b?.data]; })`,
  `chain.references('other', metadataOnly(Secret), () => 'a', { optional: true, predicates: [predicates.labelsChanged()] }).reconcile(async (_, { observed: { other } }) => { void other?.metadata.uid; })`,
  `chain.finalize(async () => {}).reconcile(async () => {}).finalize(async () => ({ requeueAfter: '5s' }))`,
  `chain.references('secret', Secret, (it) => it.spec.secret).finalize(async (_, { observed: { secret } }) => { void secret; }).reconcile(async () => {})`,
  `done.options({ name: 'variant', concurrency: 4, timeout: 'never', debounce: '50ms', clusters: 'all', whileDeleting: true, finalizer: 'a.b/c' })`,
  `chain.options({ timeout: undefined, debounce: undefined, name: undefined }).owns(Deployment, { everyOwner: undefined, predicates: undefined }).reconcile(async () => {})`,
  `done.watches(Pod, ({ metadata }) => metadata.labels?.['app']).watches(Service, () => []).watches(Secret, (it) => [it, { name: 'b', namespace: undefined }, false])`,
  `done.watches(Secret, async ({ metadata: { namespace } }, { reader }) => (await reader.list(Database, { namespace })).items)`,
  `done.index('secret', ({ spec }) => (spec.secret ? [spec.secret] : []))`,
  `done.onDeleted(async ({ name, namespace }, { log }) => log.info(\`\${name} \${namespace}\`)).onError((error, { name }, { attempt }) => (attempt > 3 ? {} : error ? { requeueAfter: '1m' } : (void name, 'default')))`,
  `chain.reconcile(async (it, { client }) => { const { status } = await client.owned(it).apply(Deployment, { metadata: { name: it.metadata.name }, spec: { replicas: 1 } }); void status?.readyReplicas; })`,
  `chain.reconcile(async (it, { client }) => { const draft = (): Deployment => new Deployment({ metadata: { name: it.metadata.name }, spec: { selector: {}, template: {} } }); await client.owned(it).apply(Deployment, draft()); await client.owned(it).apply(draft()); })`,
  `chain.reconcile(async (it, { client }) => { for (const pod of await client.owned(it).list(Pod)) await ignoreNotFound(client.delete(pod)); })`,
  `((): Controller<Database> => done)()`,
  `keyedController<{ tenant: string }>('tenants').watches(Pod, ({ metadata: { namespace } }) => (namespace ? [{ tenant: namespace }] : [])).reconcile(async ({ tenant }) => (tenant ? { requeueAfter: '1m' } : undefined))`,
  `class It { async run(it: Stored<Database>) { return { status: { ready: it.spec.replicas } }; } }; { const it = new It(); chain.reconcile((one) => it.run(one)); }`,
  `keyedController<string>('a').watches(Pod, ({ metadata: { namespace } }) => namespace).watches(Pod, async () => ['a', undefined]).onError(() => 'default').onError((error) => ({ requeue: !error })).reconcile(async () => {})`,
  `chain.reconcile(async (it, { client }) => { const { status } = await client.get(Deployment, it.metadata); return { status: { ready: status?.readyReplicas, message: undefined } }; })`,
];

export const frameUses: Uses = {
  model,
  right: [...right, ...rightChildren],
  wrong: [...wrongChildren, ...results, ...steps, ...references, ...settings, ...work, ...keyed],
};
