/** Which rights the calls of an operator need: one pattern of code after the other. */
import { expect, test } from 'vitest';
import { neededByEach, type Operator } from './operator.js';

const key = "{ namespace: 'a', name: 'b' }";

/** Code, and what it needs. */
const patterns: readonly (readonly [string, Operator, readonly string[]])[] = [
  ['reads', { body: `await client.get(Deployment, ${key});` }, ['deployments.apps get;list;watch']],
  ['reads that may find nothing', { body: `await client.find(Secret, ${key});` }, ['secrets get;list;watch']],
  ['live reads', { body: `await client.live.get(Deployment, ${key});` }, ['deployments.apps get']],
  ['a live reader by a name', { body: `const { live } = client; await live.list(Secret);` }, ['secrets list']],
  ['a live reader in a constant', { body: `const now = client.live; await now.get(Secret, ${key});` }, ['secrets get']],
  ['a live read by option', { body: `await client.get(Secret, ${key}, { source: 'live' });` }, ['secrets get']],
  ['pages', { body: 'for await (const page of client.pages(Secret)) void page;' }, ['secrets list']],
  ['creation', { body: `await client.create(new ConfigMap({ metadata: ${key} }));` }, ['configmaps create']],
  [
    'a helper that makes the object',
    {
      besides: `function make() { return new ConfigMap({ metadata: ${key} }); }`,
      body: 'await client.create(make());',
    },
    ['configmaps create'],
  ],
  ['updates', { body: `await client.update(await client.live.get(Secret, ${key}));` }, ['secrets get;update']],
  [
    'a copy by spread',
    { body: `await client.update({ ...(await client.live.get(Secret, ${key})), type: 'x' });` },
    ['secrets get;update'],
  ],
  ['an apply of a kind', { body: `await client.apply(ConfigMap, { metadata: ${key} });` }, ['configmaps create;patch']],
  [
    'an apply of one of two kinds',
    {
      besides: 'declare const it: Secret | ConfigMap;',
      body: 'await client.apply(it);',
    },
    ['configmaps create;patch', 'secrets create;patch'],
  ],
  [
    'a patch of a reference',
    { body: `await client.patch({ kind: Secret, ...${key} }, { type: 'merge', body: {} });` },
    ['secrets patch'],
  ],
  [
    'deletion of an item',
    { body: 'for (const one of (await client.live.list(Secret)).items) await client.delete(one);' },
    ['secrets list;delete'],
  ],
  [
    'deletion in a callback',
    { body: 'await Promise.all((await client.live.list(Secret)).items.map((one) => client.delete(one)));' },
    ['secrets list;delete'],
  ],
  [
    'deletion of many',
    { body: "await client.deleteAllOf(Secret, { labels: { a: 'b' } });" },
    ['secrets deletecollection'],
  ],
  [
    'the status of another kind',
    { body: `await client.status.patch({ kind: Deployment, ...${key} }, { type: 'merge', body: {} });` },
    ['deployments.apps/status patch'],
  ],
  ['a returned status', { body: 'return { status: { phase: object.status?.phase } };' }, ['pods/status patch']],
  [
    'a status that is returned by some paths',
    { body: "if (object.metadata.name === 'a') return { status: {} }; return {};" },
    ['pods/status patch'],
  ],
  [
    'a subresource',
    { body: `await client.subresource('scale').patch({ kind: Deployment, ...${key} }, { type: 'merge', body: {} });` },
    ['deployments.apps/scale patch'],
  ],
  [
    'a subresource in a constant',
    { body: `const scale = client.subresource('scale'); await scale.get({ kind: Deployment, ...${key} });` },
    ['deployments.apps/scale get'],
  ],
  [
    'children',
    { body: `await client.owned(object).apply(ConfigMap, { metadata: { name: 'a' } });` },
    ['configmaps get;list;watch;create;patch', 'pods/finalizers update'],
  ],
  ['a list of children', { body: 'await client.owned(object).list(Secret);' }, ['secrets get;list;watch']],
  [
    'an owner by default',
    { body: `await client.with({ owner: object }).create(new Secret({ metadata: ${key} }));` },
    ['pods/finalizers update', 'secrets create'],
  ],
  [
    'an owner by hand',
    {
      body: `const made = new Secret({ metadata: ${key} }); owners.setController(object, made); await client.create(made);`,
    },
    ['pods/finalizers update', 'secrets create'],
  ],
  ['finalizers', { steps: '.finalize(async () => {})' }, ['pods get;list;watch;patch']],
  ['a finalizer by hand', { body: "await addFinalizer(client, object, 'a.b/c');" }, ['pods get;list;watch;patch']],
  ['kinds of children', { steps: '.owns(Deployment)' }, ['deployments.apps get;list;watch']],
  ['watched kinds', { steps: ".watches(Secret, () => 'a')" }, ['secrets get;list;watch']],
  ['references', { steps: ".references('secret', Secret, () => 'a')" }, ['secrets get;list;watch']],
  ['metadata only', { steps: ".watches(metadataOnly(Deployment), () => 'a')" }, ['deployments.apps get;list;watch']],
  [
    'a declared child',
    { steps: ".child('copy', Secret, () => undefined)" },
    ['pods/finalizers update', 'secrets get;list;watch;create;patch;delete'],
  ],
  [
    'a declared child that is kept',
    { steps: ".children('copies', Secret, () => [], { keep: true })" },
    ['pods/finalizers update', 'secrets get;list;watch;create;patch'],
  ],
  ['kinds of earlier children', { steps: '.prunes(Secret)' }, ['secrets get;list;watch;delete']],
  ['events', { body: "events.event(object, { reason: 'A', note: 'b' });" }, ['events.events.k8s.io create;patch']],
  [
    'modify',
    { body: `await modify(client, { kind: Secret, ...${key} }, () => {});` },
    ['secrets get;list;watch;patch'],
  ],
  [
    'modify of a status',
    { body: `await modify(client, { kind: Deployment, ...${key} }, () => {}, { subresource: 'status' });` },
    ['deployments.apps get;list;watch', 'deployments.apps/status patch'],
  ],
  [
    'createOrUpdate',
    { body: `await createOrUpdate(client, { kind: Secret, ...${key} }, () => {});` },
    ['secrets get;list;watch;create;update'],
  ],
  [
    'createOrPatch',
    { body: `await createOrPatch(client, { kind: Secret, ...${key} }, () => {});` },
    ['secrets get;list;watch;create;patch'],
  ],
  [
    'a namespace import',
    { body: `await kbts.modify(client, { kind: Secret, ...${key} }, () => {});` },
    ['secrets get;list;watch;patch'],
  ],
  [
    'a generic helper',
    {
      besides:
        'async function drop<T extends KubeObject>(client: Client, kind: Kind<T>) { for (const one of (await client.live.list(kind)).items) await client.delete<T>(one); }',
      body: 'await drop(client, Secret); await drop(client, Deployment);',
    },
    ['deployments.apps list;delete', 'secrets list;delete'],
  ],
  [
    'generic helpers that call each other',
    {
      besides: [
        'const outer = async <A extends KubeObject>(client: Client, kind: Kind<A>) => inner(kind, client);',
        `async function inner<B extends KubeObject>(kind: Kind<B>, client: Client) { await client.live.get(kind, ${key}); }`,
      ].join('\n'),
      body: 'await outer(client, Secret);',
    },
    ['secrets get'],
  ],
  [
    'a helper that gets an object',
    {
      besides:
        'async function keep<T extends KubeObject>(client: Client, object: Stored<T>) { await client.delete<T>(object); }',
      body: `await keep(client, await client.live.get(Secret, ${key}));`,
    },
    ['secrets get;delete'],
  ],
  [
    'a class with a type parameter',
    {
      besides:
        'class Store<T extends KubeObject> { constructor(readonly client: Client, readonly kind: Kind<T>) {}\n  all() { return this.client.live.list(this.kind); } }',
      body: 'await new Store(client, Secret).all();',
    },
    ['secrets list'],
  ],
  [
    'a written type argument',
    {
      besides:
        'declare const byName: { get<T extends KubeObject>(): Kind<T> };\nasync function all<T extends KubeObject>(client: Client) { await client.live.list(byName.get<T>()); }',
      body: 'await all<Secret>(client);',
    },
    ['secrets list'],
  ],
  [
    'a method in a class of its own module',
    {
      modules: {
        'src/cleaner.ts':
          "import type { Client } from 'kbts/runtime';\nimport { Service } from 'kbts/k8s/core/v1';\nexport class Cleaner { #client: Client; constructor(client: Client) { this.#client = client; }\n  async run() { await this.#client.live.list(Service); } }\n",
      },
      besides: "import { Cleaner } from './cleaner.js';",
      body: 'await new Cleaner(client).run();',
    },
    ['services list'],
  ],
  [
    'a module that main does not import',
    {
      modules: {
        'src/unused.ts':
          "import type { Client } from 'kbts/runtime';\nimport { Service } from 'kbts/k8s/core/v1';\nexport const all = (client: Client) => client.list(Service);\n",
      },
    },
    [],
  ],
  [
    'a kind that the operator defines',
    {
      besides:
        "interface Widget extends KubeObject { apiVersion: 'a.b/v1'; kind: 'Widget' }\nconst Widget = kbts.defineKind<Widget>({ group: 'a.b', version: 'v1', kind: 'Widget', plural: 'widgetry', scope: 'Cluster' });",
      body: "await client.delete({ kind: Widget, name: 'a' });",
    },
    ['widgetry.a.b delete'],
  ],
];

const ofUnknownKind = 'is about a kind that its type does not name';

/** Code about which nothing can be known, and why. */
const unknown: readonly (readonly [string, Operator, string])[] = [
  [
    'a dynamic kind',
    { body: "await client.live.list(dynamicKind({ group: 'a', version: 'v1', kind: 'B' }));" },
    ofUnknownKind,
  ],
  [
    'a kind from a map',
    {
      besides: 'const kinds = new Map<string, Kind>();',
      body: "const kind = kinds.get('a'); if (kind) await client.live.list(kind);",
    },
    ofUnknownKind,
  ],
  [
    'an object of any kind',
    { besides: 'declare const it: KubeObject;', body: 'await client.create(it);' },
    ofUnknownKind,
  ],
  ['any', { besides: 'declare const it: any;', body: 'await client.live.list(it);' }, ofUnknownKind],
  [
    'a computed subresource',
    { besides: 'declare const name: string;', body: `await client.subresource(name).get({ kind: Pod, ...${key} });` },
    'is about a subresource whose name is computed',
  ],
  ['a client without its type', { body: '(client as any).list(Secret);' }, 'takes the type of a client away'],
  [
    'a constant without a type',
    { body: 'const it: any = client; it.list(Secret);' },
    'takes the type of a client away',
  ],
  [
    'a client for others',
    { besides: 'declare const others: any;', body: 'others.run(client);' },
    'hands a client to code that has no source here',
  ],
  [
    'a client of another library',
    { besides: "import { toClientNode } from 'kbts/runtime/client';", body: 'toClientNode(manager.config!);' },
    'sends requests that kbts does not see',
  ],
  [
    'a kind without a plural',
    {
      besides:
        "interface Odd extends KubeObject { apiVersion: 'odd.dev/v1'; kind: 'Odd' }\ndeclare const Odd: Kind<Odd>;",
      body: 'await client.live.list(Odd);',
    },
    'is about Odd, whose plural no defineKind names',
  ],
  [
    'a generic helper that nobody calls',
    {
      besides:
        'export async function all<T extends KubeObject>(client: Client, kind: Kind<T>) { await client.live.list(kind); }',
    },
    ofUnknownKind,
  ],
];

const found = neededByEach([...patterns, ...unknown].map(([, operator]) => operator));

test.each(patterns.map(([title, , needs], index) => ({ title, needs, index })))('$title', ({ needs, index }) => {
  expect(found[index]).toEqual({ needs: [...needs].sort(), unclear: [] });
});

test.each(unknown.map(([title, , reason], index) => ({ title, reason, index })))(
  'is not guessed: $title',
  ({ reason, index }) => {
    expect(found[patterns.length + index]).toEqual({ needs: [], unclear: [reason] });
  },
);
