/** Wrong steps of a controller, with words of the message. */
import type { Uses } from '../../../uses.js';

export const steps: Uses['wrong'] = [
  [
    `manager.add(chain)`,
    `Argument of type 'ControllerDraft<Database, object>' is not assignable to parameter of type 'Runnable | ((context: RunContext) => Promise<void>)'`,
  ],
  [
    `manager.add(chain.owns(Deployment))`,
    `Argument of type 'ControllerDraft<Database, object>' is not assignable to parameter of type 'Runnable | ((context: RunContext) => Promise<void>)'`,
  ],
  [
    `manager.add(controller)`,
    `Type 'RunContext' is missing the following properties from type 'Kind<KubeObject>': gvk, apiVersion, plural, scope, subresources`,
  ],
  [
    `manager.add(Database)`,
    `Argument of type 'Kind<Database>' is not assignable to parameter of type 'Runnable | ((context: RunContext) => Promise<void>)'`,
  ],
  [
    `manager.add(keyedController<string>('a'))`,
    `Argument of type 'KeyedDraft<string>' is not assignable to parameter of type 'Runnable | ((context: RunContext) => Promise<void>)'`,
  ],
  [`controller('Database')`, `Argument of type 'string' is not assignable to parameter of type 'Kind<KubeObject>'`],
  [
    `controller(db)`,
    `Type 'Stored<Database>' is missing the following properties from type 'Kind<KubeObject>': gvk, plural, scope, subresources`,
  ],
  [`controller()`, `Expected 1-2 arguments, but got 0`],
  [
    `controller(Database, { predicate: [] })`,
    `'predicate' does not exist in type 'PrimarySettings<Database>'. Did you mean to write 'predicates'?`,
  ],
  [
    `controller(manager).for(Database)`,
    `Type 'Manager' is missing the following properties from type 'Kind<KubeObject>': gvk, apiVersion, plural, scope, subresources`,
  ],
  [`chain.for(Database)`, `Property 'for' does not exist on type 'ControllerDraft<Database, object>'`],
  [`chain.complete(async () => {})`, `Property 'complete' does not exist on type 'ControllerDraft<Database, object>'`],
  [
    `chain.reconcile(async () => {}).reconcile(async () => {})`,
    `Property 'reconcile' does not exist on type 'Controller<Database>'`,
  ],
  [`done.references('a', Secret, () => 'a')`, `Property 'references' does not exist on type 'Controller<Database>'`],
  [
    `chain.finalize(async () => {}).references('a', Secret, () => 'a')`,
    `Property 'references' does not exist on type 'ControllerChain<Database, object>'`,
  ],
  [`chain.reconcile()`, `Expected 1 arguments, but got 0`],
  [`chain.reconcile(async (pod: Stored<Pod>) => { void pod; })`, `Type '"a.b/v1"' is not assignable to type '"v1"'`],
  [
    `chain.reconcile(async ({ spec }) => { void spec.replica; })`,
    `Property 'replica' does not exist on type 'ReadonlyFields<DatabaseSpec>'. Did you mean 'replicas'?`,
  ],
  [
    `chain.reconcile(async ({ spec }) => { spec.replicas = 3; })`,
    `Cannot assign to 'replicas' because it is a read-only property`,
  ],
  [`chain.reconcile(async (it) => { it.metadata.labels['a'] = 'b'; })`, `'it.metadata.labels' is possibly 'undefined'`],
  [
    `chain.reconcile(async (it) => { it.status = { ready: 1 }; })`,
    `Cannot assign to 'status' because it is a read-only property`,
  ],
  [
    `chain.reconcile(async (_, { observed: { secret } }) => { void secret; })`,
    `Property 'secret' does not exist on type '{}'`,
  ],
  [
    `chain.reconcile(async (_, { reader }) => { void reader; })`,
    `Property 'reader' does not exist on type 'ReconcileContext<object>'`,
  ],
  [
    `chain.reconcile(async (_, { client, request }) => { void [client, request]; })`,
    `Property 'request' does not exist on type 'ReconcileContext<object>'`,
  ],
  [
    `done.finalise(async () => {})`,
    `Property 'finalise' does not exist on type 'Controller<Database>'. Did you mean 'finalize'?`,
  ],
  [
    `done.finalize(async (_, { observed: { secret } }) => { void secret; })`,
    `Property 'secret' does not exist on type '{}'`,
  ],
];

export const references: Uses['wrong'] = [
  [
    `chain.references('secret', Secret, (it) => it.spec.replicas)`,
    `Type 'number' is not assignable to type 'References'`,
  ],
  [
    `chain.references('secret', Secret, (it) => it.spec.secrt)`,
    `Property 'secrt' does not exist on type 'ReadonlyFields<DatabaseSpec>'. Did you mean 'secret'?`,
  ],
  [
    `chain.references('secret', Secret, () => ({ nmae: 'a' }))`,
    `Type '{ nmae: string; }' is not assignable to type 'References'`,
  ],
  [
    `chain.references('secret', Secret, () => [1])`,
    `Type 'number' is not assignable to type 'string | false | { readonly name?: string | undefined; readonly namespace?: string | undefined; } | null | undefined'`,
  ],
  [
    `chain.references('secret', Secret, async () => 'a')`,
    `Type 'Promise<string>' is not assignable to type 'References'`,
  ],
  [`chain.references(Secret, (it) => it.spec.secret)`, `Expected 3-4 arguments, but got 2`],
  [
    `chain.references('secret', 'Secret', () => 'a')`,
    `Argument of type 'string' is not assignable to parameter of type 'Kind<KubeObject>'`,
  ],
  [`chain.references('secret', Secret)`, `Expected 3-4 arguments, but got 2`],
  [
    `chain.references('secret', Secret, () => 'a').references('secret', ConfigMap, () => 'b')`,
    `Argument of type 'string' is not assignable to parameter of type 'NameTaken<"secret">'`,
  ],
  [
    `chain.references('secret', Secret, () => 'a').reconcile(async (_, { observed: { secrets } }) => { void secrets; })`,
    `Property 'secrets' does not exist on type 'Observed<{ secret: Secret; }>'`,
  ],
  [
    `chain.references('secret', Secret, () => 'a').reconcile(async (_, { observed: { secret } }) => { void secret.data; })`,
    `'secret' is possibly 'undefined'`,
  ],
  [
    `chain.references('secret', Secret, () => 'a').reconcile(async (_, { observed: { secret } }) => { void secret?.spec; })`,
    `Property 'spec' does not exist on type 'Stored<Secret>'`,
  ],
  [
    `chain.references('users', Secret, (it) => it.spec.users).reconcile(async (_, { observed: { users } }) => { void users.length; })`,
    `'users' is possibly 'undefined'`,
  ],
  [
    `chain.references('users', Secret, (it) => it.spec.secret ?? ['a']).reconcile(async (_, { observed: { users } }) => { void users?.length; })`,
    `Property 'length' does not exist on type 'Stored<Secret>'`,
  ],
  [
    `chain.references('secret', Secret, () => 'a', { cluster: 'east' })`,
    `'cluster' does not exist in type 'ReferenceSettings<Secret>'`,
  ],
  [
    `chain.references('users', Secret, () => ['a']).reconcile(async (_, { observed: { users } }) => { void users.data; })`,
    `Property 'data' does not exist on type 'readonly Stored<Secret>[]'`,
  ],
  [
    `chain.references('users', Secret, () => ['a']).reconcile(async (_, { observed: { users } }) => { users.push(users[0]); })`,
    `Property 'push' does not exist on type 'readonly Stored<Secret>[]'`,
  ],
  [
    `chain.references('secret', Secret, () => 'a').reconcile(async (_, { observed }) => { observed.secret = undefined; })`,
    `Cannot assign to 'secret' because it is a read-only property`,
  ],
  [
    `chain.references('secret', Secret, () => 'a').reconcile(async (_, { observed: { secret } }) => { if (secret) secret.data = {}; })`,
    `Cannot assign to 'data' because it is a read-only property`,
  ],
  [
    `chain.references('secret', Secret, () => 'a', { everyOwner: true })`,
    `'everyOwner' does not exist in type 'ReferenceSettings<Secret>'`,
  ],
  [
    `chain.references('secret', Secret, (it: Stored<Pod>) => it.metadata.name)`,
    `Type '"a.b/v1"' is not assignable to type '"v1"'`,
  ],
];

export const settings: Uses['wrong'] = [
  [
    `chain.owns(Deployment, { everyowner: true })`,
    `'everyowner' does not exist in type 'OwnsSettings<Deployment>'. Did you mean to write 'everyOwner'?`,
  ],
  [
    `chain.owns([Deployment])`,
    `Type 'Kind<Deployment>[]' is missing the following properties from type 'Kind<KubeObject>': gvk, apiVersion, plural, scope, subresources`,
  ],
  [`chain.owns('Deployment')`, `Argument of type 'string' is not assignable to parameter of type 'Kind<KubeObject>'`],
  [
    `chain.owns(new ConfigMap({ metadata: { name: 'a' } }))`,
    `Type 'ConfigMap' is missing the following properties from type 'Kind<KubeObject>': gvk, plural, scope, subresources`,
  ],
  [
    `chain.owns(Deployment, { predicates: predicates.generationChanged })`,
    `Type '() => Predicate<KubeObject>' is not assignable to type 'readonly Predicate<Deployment>[]'`,
  ],
  [`chain.watches(Pod)`, `Expected 2-3 arguments, but got 1`],
  [`chain.watches(Pod, () => 1)`, `Type 'number' is not assignable to type`],
  [
    `chain.watches(Pod, (pod) => [pod.spec?.nodeNme])`,
    `Property 'nodeNme' does not exist on type 'ReadonlyFields<PodSpec>'. Did you mean 'nodeName'?`,
  ],
  [`chain.watches(Pod, (secret: Stored<Secret>) => secret)`, `Type '"Pod"' is not assignable to type '"Secret"'`],
  [`chain.filter({ predicates: [] })`, `'predicates' does not exist in type 'Predicate'`],
  [`chain.filter(predicates.generationChange)`, `Did you mean 'generationChanged'?`],
  [`chain.filter(predicates.generationChanged)`, `Type 'Predicate<KubeObject>' is not assignable to type 'boolean'`],
  [
    `chain.index('secret', ({ spec }) => spec.secret)`,
    `Type 'undefined' is not assignable to type 'readonly string[]'`,
  ],
  [`chain.index('secret')`, `Expected 2 arguments, but got 1`],
  [
    `chain.options({ concurency: 2 })`,
    `'concurency' does not exist in type 'ControllerSettings'. Did you mean to write 'concurrency'?`,
  ],
  [`chain.options({ concurrency: '2' })`, `Type 'string' is not assignable to type 'number'`],
  [`chain.options({ timeout: 60 })`, `Type 'number' is not assignable to type`],
  [`chain.options({ timeout: '60' })`, `Type '"60"' is not assignable to type`],
  [`chain.options({ timeout: 'none' })`, `Type '"none"' is not assignable to type`],
  [`chain.options({ debounce: 500 })`, `Type 'number' is not assignable to type 'WaitTime | undefined'`],
  [
    `chain.options({ timeoutMs: 60 })`,
    `'timeoutMs' does not exist in type 'ControllerSettings'. Did you mean to write 'timeout'?`,
  ],
  [`chain.options({ clusters: 'east' })`, `Type '"east"' is not assignable to type`],
  [`chain.options({ leaderElection: 'yes' })`, `Type 'string' is not assignable to type 'boolean | undefined'`],
  [`chain.options({ name: 5 })`, `Type 'number' is not assignable to type 'string'`],
  [
    `chain.source('channel')`,
    `Argument of type 'string' is not assignable to parameter of type 'Source | ((host: ControllerHost) => Source)'`,
  ],
  [
    `chain.onError(async () => ({ requeue: true }))`,
    `Index signature for type 'string' is missing in type 'Promise<{ requeue: boolean; }>'`,
  ],
  [`chain.onError(() => ({ requeueAfter: 5 }))`, `Type 'number' is not assignable to type 'WaitTime | undefined'`],
  [`chain.onError(() => 'retry')`, `Type '"retry"' is not assignable to type 'void | "default" | Requeued<string>'`],
  [
    `chain.onError(() => ({ requeue: true, retries: 3 }))`,
    `Type 'number' is not assignable to type 'UnknownField<"retries">'`,
  ],
  [`done.onError(() => ({ status: { ready: 1 } }))`, `'ready' does not exist in type 'UnknownField<"status">'`],
  [`done.onDeleted(async (it) => { void it.spec; })`, `Property 'spec' does not exist on type 'ObjectKey'`],
  [`done.onDeleted(() => {})`, `Type 'void' is not assignable to type 'Promise<void>'`],
  [`done.owns(Deployment, Pod)`, `Type 'Kind<Pod>' has no properties in common with type 'OwnsSettings<Deployment>'`],
  [
    `((): Controller<Database> => chain)()`,
    `Property '[connectPart]' is missing in type 'ControllerDraft<Database, object>' but required in type 'Controller<Database>'`,
  ],
  [
    `((): Controller<Database> => controller(Plain).reconcile(async () => {}))()`,
    `Type '"Plain"' is not assignable to type '"Database"'`,
  ],
  [`((): WaitTime => 30)()`, `Type '30' is not assignable to type 'WaitTime'`],
];
