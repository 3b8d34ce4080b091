/** Uses of `.child` and `.children`: right ones, and wrong ones with words of the message. */
import type { Uses } from '../../../uses.js';

const map = `new ConfigMap({ metadata: { name: 'm' } })`;

export const rightChildren: Uses['right'] = [
  `manager.add(chain.child('map', ConfigMap, () => ${map}))`,
  `chain.child('map', ConfigMap, async () => ${map}, { wait: true, keep: false, adopt: true, optional: undefined, readyWhen: ({ data }) => data?.['a'] === 'b' })`,
  `chain.child('map', ConfigMap, ({ spec }) => spec.secret && ${map})`,
  `chain.child('map', ConfigMap, ({ spec }) => (spec.secret ? ${map} : pending('SecretMissing', 'no Secret')))`,
  `chain.child('map', ConfigMap, () => undefined).child('other', ConfigMap, () => null).child('third', Secret, () => false)`,
  `chain.child('set', StatefulSet, () => undefined).child('map', ConfigMap, (_, { observed: { set } }) => (isReady(set) ? ${map} : pending('A', String(set?.status?.readyReplicas))))`,
  `chain.children('maps', ConfigMap, ({ spec }) => spec.users?.map(({ name }) => new ConfigMap({ metadata: { name } }))).reconcile(async (_, { observed: { maps } }) => ({ status: { ready: maps.length } }))`,
  `chain.children('maps', ConfigMap, () => [${map}, undefined, false, '']).children('more', Secret, async () => pending('A', 'a'))`,
  `chain.references('secret', Secret, () => 'a').child('map', ConfigMap, (it, { observed: { secret } }) => secret && new ConfigMap({ metadata: { name: it.metadata.name }, data: { a: String(secret.data?.['a']) } }))`,
  `chain.child('map', ConfigMap, () => ${map}).reconcile(async (_, { children, observed: { map } }) => ({ status: { ready: children.waiting.length, message: map?.metadata.uid } }))`,
  `controller(Open).child('map', ConfigMap, () => ${map}).reconcile(async (_, { children }) => ({ status: { conditions: children.conditions } }))`,
  `controller(Open).child('map', ConfigMap, () => ${map}).reconcile(async (_, { children: { ready, conditions } }) => ({ status: { conditions: ready ? conditions : [...conditions, condition('More', true, 'Of', 'them')] } }))`,
  `chain.child('map', ConfigMap, () => ${map}).owns(Pod).prunes(Secret, { optional: true }).finalize(async (_, { observed: { map } }) => { void map?.data; }).options({ deletion: 'ordered' }).reconcile(async () => {})`,
  `done.prunes(metadataOnly(Secret)).options({ deletion: undefined })`,
];

export const wrongChildren: Uses['wrong'] = [
  [
    `chain.child('map', ConfigMap, () => new Secret({ metadata: { name: 'm' } }))`,
    `Type '"Secret"' is not assignable to type '"ConfigMap"'`,
  ],
  [
    `chain.child('map', ConfigMap, ({ spec }) => spec.secret === 'a' || ${map})`,
    `Type 'true' is not assignable to type`,
  ],
  [`chain.child('map', ConfigMap, () => [${map}])`, `'ConfigMap[]'`],
  [`chain.children('map', ConfigMap, () => ${map})`, `'ConfigMap' is not assignable to type`],
  [`chain.child('map', ConfigMap, () => ({ metadata: { name: 'm' } }))`, `is not assignable to type`],
  [
    `chain.child('map', ConfigMap, () => new ConfigMap({ metadata: { name: 'm' }, dta: {} }))`,
    `'dta' does not exist in type`,
  ],
  [
    `chain.child('map', ConfigMap, () => new ConfigMap({ metadata: { nmae: 'm' } }))`,
    `'nmae' does not exist in type 'ObjectMeta'`,
  ],
  [`chain.child('map', metadataOnly(ConfigMap), () => undefined)`, `is not assignable to parameter of type 'Kind<`],
  [`chain.child(ConfigMap, () => ${map})`, `Expected 3-4 arguments, but got 2`],
  [
    `chain.child('map', 'ConfigMap', () => ${map})`,
    `Argument of type 'string' is not assignable to parameter of type 'Kind<`,
  ],
  [`chain.child('map', ConfigMap)`, `Expected 3-4 arguments, but got 2`],
  [`chain.child('map', ConfigMap, () => 'm')`, `Type '"m"' is not assignable to type`],
  [`chain.child('map', ConfigMap, () => 1)`, `Type 'number' is not assignable to type`],
  [`chain.child('map', ConfigMap, () => ({ pending: true }))`, `is not assignable to type`],
  [`chain.child('map', ConfigMap, () => pending('A'))`, `Expected 2 arguments, but got 1`],
  [`chain.child('map', ConfigMap, () => pending)`, `is not assignable to type`],
  [
    `chain.child('map', ConfigMap, () => undefined).child('map', Secret, () => undefined)`,
    `Argument of type 'string' is not assignable to parameter of type 'NameTaken<"map">'`,
  ],
  [
    `chain.references('map', Secret, () => 'a').child('map', ConfigMap, () => undefined)`,
    `Argument of type 'string' is not assignable to parameter of type 'NameTaken<"map">'`,
  ],
  [
    `chain.child('map', ConfigMap, () => undefined).references('secret', Secret, () => 'a')`,
    `Property 'references' does not exist on type 'ControllerChain<Database, { map: ConfigMap; }>'`,
  ],
  [`done.child('map', ConfigMap, () => undefined)`, `Property 'child' does not exist on type 'Controller<Database>'`],
  [
    `chain.child('map', ConfigMap, (_, { observed: { later } }) => later).child('later', ConfigMap, () => undefined)`,
    `Property 'later' does not exist on type '{}'`,
  ],
  [
    `chain.child('map', ConfigMap, (_, { children }) => void children)`,
    `Property 'children' does not exist on type 'ChildContext<object>'`,
  ],
  [
    `chain.child('map', ConfigMap, () => undefined).reconcile(async (_, { observed: { map } }) => { void map.data; })`,
    `'map' is possibly 'undefined'`,
  ],
  [
    `chain.child('map', ConfigMap, () => undefined).reconcile(async (_, { observed: { map } }) => { void map?.spec; })`,
    `Property 'spec' does not exist on type 'Stored<ConfigMap>'`,
  ],
  [
    `chain.child('map', ConfigMap, () => undefined).reconcile(async (_, { observed: { mpa } }) => { void mpa; })`,
    `Property 'mpa' does not exist on type 'Observed<{ map: ConfigMap; }>'`,
  ],
  [
    `chain.child('map', ConfigMap, () => undefined).reconcile(async (_, { observed: { map } }) => { if (map) map.data = {}; })`,
    `Cannot assign to 'data' because it is a read-only property`,
  ],
  [
    `chain.children('maps', ConfigMap, () => []).reconcile(async (_, { observed: { maps } }) => { void maps.data; })`,
    `Property 'data' does not exist on type 'readonly Stored<ConfigMap>[]'`,
  ],
  [
    `chain.child('map', ConfigMap, () => undefined).reconcile(async (_, { children }) => ({ status: { conditions: children.conditions } }))`,
    `is not assignable to type`,
  ],
  [
    `chain.child('map', ConfigMap, () => undefined).reconcile(async (_, { children }) => ({ status: { children } }))`,
    `UnknownField<"children">`,
  ],
  [
    `chain.child('map', ConfigMap, () => undefined, { wait: 'yes' })`,
    `Type 'string' is not assignable to type 'boolean | undefined'`,
  ],
  [
    `chain.child('map', ConfigMap, () => undefined, { force: true })`,
    `'force' does not exist in type 'ChildOptions<ConfigMap>'`,
  ],
  [
    `chain.child('map', ConfigMap, () => undefined, { readyWhen: ({ status }) => !!status })`,
    `Property 'status' does not exist on type 'Stored<ConfigMap>'`,
  ],
  [
    `chain.child('map', ConfigMap, () => undefined, { readyWhen: async () => true })`,
    `Type 'Promise<boolean>' is not assignable to type 'boolean'`,
  ],
  [
    `chain.child('map', ConfigMap, (it) => { it.spec.replicas = 1; return undefined; })`,
    `Cannot assign to 'replicas' because it is a read-only property`,
  ],
  [`chain.prunes('Secret')`, `Argument of type 'string' is not assignable to parameter of type 'Kind<`],
  [`chain.options({ deletion: 'orderly' })`, `Type '"orderly"' is not assignable to type '"ordered"`],
  [`isReady('a')`, `Argument of type 'string' is not assignable to parameter of type`],
];
