/** Mistakes in the work of controllers, and wrong uses of `keyedController()`, with words of the message. */
import type { Uses } from '../../../uses.js';

export const work: Uses['wrong'] = [
  [
    `chain.reconcile(async (it, { client }) => { await client.owned(it).apply(Deployment, { metadata: { name: 'a' }, spec: { replica: 1 } }); })`,
    `Did you mean to write 'replicas'?`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.owned(it).apply(Deployment, { metadata: { name: 'a' } }, { force: true }); })`,
    `'force' does not exist in type 'OwnedApplyOptions'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.owned(it).create(Deployment, { metadata: { name: 'a' } }); })`,
    `Type 'Kind<Deployment>' is missing the following properties from type 'ReadonlyFields<KubeObject>': kind, metadata`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.owned(it).delete(Deployment); })`,
    `Property 'delete' does not exist on type 'OwnedClient'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.owned(it.metadata).list(Pod); })`,
    `Type 'ReadonlyFields<ObjectMeta> & ReadonlyFields<StoredMeta>' is missing the following properties from type 'ReadonlyFields<KubeObject>': apiVersion, kind, metadata`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.owned(it).list(Pod, { namespace: 'a' }); })`,
    `'namespace' does not exist in type 'OwnedListOptions'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.get(Deployment, 'a'); })`,
    `Argument of type 'string' is not assignable to parameter of type 'ObjectKey'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.get(Deployment, it.metadata, { cached: true }); })`,
    `'cached' does not exist in type 'ReadOptions'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.status.setCondition(it, condition('Redy', true, 'AllUp', 'a')); })`,
    `Type '"Redy"' is not assignable to type '"Ready"'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.deleteAllOf(Pod, {}); })`,
    `Argument of type '{}' is not assignable to parameter of type 'DeleteAllOptions'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.deleteAllOf(Pod, { labels: undefined }); })`,
    `Property 'all' is missing in type '{ labels: undefined; }' but required in type '{ readonly labels?: never; readonly fields?: never; readonly all: true; }'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.delete(it, { preconditions: { uid: undefined } }); })`,
    `Property 'resourceVersion' is missing in type '{ uid: undefined; }' but required in type '{ readonly uid?: never; readonly resourceVersion: string; }'`,
  ],
  [
    `chain.reconcile(async (it, { events }) => { events.event(it, { reason: 'A' }); })`,
    `Property 'note' is missing in type '{ reason: string; }' but required in type 'EventInput'`,
  ],
  [
    `chain.reconcile(async (it, { events }) => { events.event(it, { reason: 'A', note: 'b', type: 'Error' }); })`,
    `Type '"Error"' is not assignable to type '"Normal" | "Warning" | undefined'`,
  ],
  [
    `chain.reconcile(async (it, { log }) => { log.info({ it }); })`,
    `Argument of type '{ it: Stored<Database>; }' is not assignable to parameter of type 'string'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.owned(it).apply(Deployment, new ConfigMap({ metadata: { name: 'a' } })); })`,
    `Type '"v1"' is not assignable to type '"apps/v1"'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.owned(it).apply(Role, new ClusterRole({ metadata: { name: 'a' }, rules: [] })); })`,
    `Type '"ClusterRole"' is not assignable to type '"Role"'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.apply(Deployment, { kind: 'Pod', metadata: { name: 'a' } }); })`,
    `Type '"Pod"' is not assignable to type '"Deployment"'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.owned(it).apply(ConfigMap, { metadata: {}, data: {} }); })`,
    `Property 'name' is missing in type '{}' but required in type '{ readonly name: string; }'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.owned(it).apply(ConfigMap, { data: {} }); })`,
    `Property 'metadata' is missing in type '{ data: {}; }' but required in type '{ readonly metadata: { readonly name: string; }; }'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.apply(ConfigMap, { metadata: { name: it.spec.secret } }); })`,
    `Type 'string | undefined' is not assignable to type 'string'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.owned(it).apply(ConfigMap, { name: 'a', data: {} }); })`,
    `'name' does not exist in type`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.owned(it).apply(ConfigMap, { metadata: { name: 'a' }, data: { a: 1 } }); })`,
    `Type 'number' is not assignable to type 'string'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.owned('a').list(Pod); })`,
    `Argument of type 'string' is not assignable to parameter of type 'ReadonlyFields<KubeObject>'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { const pods = await client.owned(it).list(Pod); void pods.items; })`,
    `Property 'items' does not exist on type 'readonly Stored<Pod>[]'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { const pods = await client.list(Pod); for (const pod of pods) void pod; })`,
    `Type 'KubeList<Stored<Pod>>' must have a '[Symbol.iterator]()' method that returns an iterator`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.list(Pod, { labelSelector: 'app=web' }); })`,
    `'labelSelector' does not exist in type 'ListOptions'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.get(Secret, { name: it.spec.secret, namespace: it.metadata.namespace }); })`,
    `Type 'string | undefined' is not assignable to type 'string'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.get(Secret, { namespace: 'a' }); })`,
    `Property 'name' is missing in type '{ namespace: string; }' but required in type 'ObjectKey'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.delete({ kind: Deployment, name: undefined }); })`,
    `Type 'undefined' is not assignable to type 'string'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.delete(await client.find(Deployment, it.metadata)); })`,
    `Type 'undefined' is not assignable to type 'Ref<KubeObject>'`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.status.report(it, { redy: 1 }); })`,
    `'redy' does not exist in type 'ReportFields<DatabaseStatus>'. Did you mean to write 'ready'?`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.patch(it, { spec: { replicas: 1 } }); })`,
    `'spec' does not exist in type 'Patch<`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await client.patch(it, { type: 'merge', body: { spec: { replica: 1 } } }); })`,
    `Did you mean to write 'replicas'?`,
  ],
  [
    `chain.reconcile(async (it, { client }) => { await modify(client, { kind: Deployment, name: 'a', namespace: 'b' }, (draft) => { draft.spec.replica = 3; }); })`,
    `Property 'replica' does not exist on type 'DeploymentSpec'. Did you mean 'replicas'?`,
  ],
  [
    `chain.reconcile(async (it, { log }) => { log.warn('a'); void it; })`,
    `Property 'warn' does not exist on type 'Logger'`,
  ],
  [
    `chain.reconcile(async (it, { now }) => { void [it, now.getTime()]; })`,
    `Property 'getTime' does not exist on type '() => Date'`,
  ],
  [
    `chain.reconcile(async (it, client) => { await client.get(Deployment, it.metadata); })`,
    `Property 'get' does not exist on type 'ReconcileContext<object>'`,
  ],
  [
    `chain.reconcile(async (it) => { it.spec.users?.push({ name: 'a' }); })`,
    `Property 'push' does not exist on type 'readonly ReadonlyFields<`,
  ],
  [
    `chain.reconcile(async (it) => { conditions.isTrue(it.status?.conditions, 'Redy'); })`,
    `Argument of type '"Redy"' is not assignable to parameter of type '"Ready"'`,
  ],
];

export const keyed: Uses['wrong'] = [
  [
    `keyedController('tenants').reconcile(async ({ tenant }) => { void tenant; })`,
    `Property 'tenant' does not exist on type 'Key'`,
  ],
  [`keyedController<{ at: Date }>('a')`, `Type 'Date' is not assignable to type 'string | number | undefined'`],
  [`keyedController<string>().reconcile(async () => {})`, `Expected 1 arguments, but got 0`],
  [`keyedController<string>('a').owns(Pod)`, `Property 'owns' does not exist on type 'KeyedDraft<string>'`],
  [
    `keyedController<string>('a').watches(Pod, () => [1])`,
    `Type 'number' is not assignable to type 'string | false | null | undefined'`,
  ],
  [
    `keyedController<{ tenant: string }>('a').watches(Pod, () => [{ tennant: 'a' }])`,
    `Type '{ tennant: string; }' is not assignable to type`,
  ],
  [
    `keyedController<string>('a').finalize(async () => {})`,
    `Property 'finalize' does not exist on type 'KeyedDraft<string>'`,
  ],
  [
    `keyedController<string>('a').reconcile(async () => ({ status: {} }))`,
    `Property '[problem]' is missing in type '{}' but required in type 'UnknownField<"status">'`,
  ],
  [
    `keyedController<string>('a').reconcile(async () => ({ requeueAfter: 5 }))`,
    `Type 'number' is not assignable to type 'WaitTime | undefined'`,
  ],
  [
    `keyedController<string>('a').reconcile(async () => ({ requeue: true, later: 1 }))`,
    `Type 'number' is not assignable to type 'UnknownField<"later">'`,
  ],
  [`keyedController<number>('a').watches(Pod, () => 'a')`, `Type '"a"' is not assignable to type`],
  [
    `keyedController<string>('a').onError(() => ({ requeue: true, later: 1 }))`,
    `Type 'number' is not assignable to type 'UnknownField<"later">'`,
  ],
  [
    `keyedController<string>('a').onError((error, key) => { void key.name; })`,
    `Property 'name' does not exist on type 'string'`,
  ],
  [
    `manager.add(keyedController<string>('a').reconcile(async () => {})).enqueue(1)`,
    `Argument of type 'number' is not assignable to parameter of type 'string'`,
  ],
  [`manager.add(done).enqueue('a')`, `Argument of type 'string' is not assignable to parameter of type 'Request'`],
  [`manager.add(done).start()`, `Property 'start' does not exist on type 'RunningController'`],
];
