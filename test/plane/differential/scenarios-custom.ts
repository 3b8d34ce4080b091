/** Custom resources: definitions, pruning, defaulting, validation, CEL, subresources. */
import { get, merge, post, put, remove, type Answer, type Run, type Scenario } from './scenario.js';
import { widgetDefinition } from './widget-definition.js';

// oxlint-disable-next-line typescript/no-explicit-any -- tests break definitions in ways that types forbid
type Definition = any;

export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

export const widgets = ({ group, namespace }: Pick<Run, 'group' | 'namespace'>, name = ''): string =>
  `/apis/${group}/v1/namespaces/${namespace}/widgets${name === '' ? '' : `/${name}`}`;

export const widget = ({ group }: Pick<Run, 'group'>, name: string, spec: unknown, more = {}): object => ({
  apiVersion: `${group}/v1`,
  kind: 'Widget',
  metadata: { name },
  spec,
  ...more,
});

/** Installs the shared definition and waits until it is served. */
export async function install(run: Run): Promise<void> {
  if ((await run.quietly(get(widgets(run)))).code === 200) return;
  await run.quietly(post(DEFINITIONS, widgetDefinition(run.group)));
  await run.until(`${DEFINITIONS}/widgets.${run.group}`, isEstablished);
  await run.until(widgets(run), ({ code }) => code === 200);
  // kubectl finds kinds here.
  await run.until({ ...get('/apis'), accept: AGGREGATED }, ({ body }) =>
    (body as Discovered).items.some(({ metadata }) => metadata.name === run.group),
  );
}

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
type Discovered = { readonly items: readonly { readonly metadata: { readonly name: string } }[] };

export function isEstablished({ body }: Answer): boolean {
  const { status } = body as { status?: { conditions?: { type: string; status: string }[] } };
  return (status?.conditions ?? []).some(({ type, status: value }) => type === 'Established' && value === 'True');
}

/** Creates, and deletes what was accepted. */
async function attempt(run: Run, spec: unknown, query = ''): Promise<void> {
  await run.call(post(`${widgets(run)}${query}`, widget(run, 'w', spec)));
  await run.quietly(remove(widgets(run, 'w')));
}

export const customScenarios: Record<string, Scenario> = {
  'establishes and removes definitions': async (shared) => {
    const run = { ...shared, group: `${shared.id}.kbts.dev` };
    const path = `${DEFINITIONS}/widgets.${run.group}`;
    await run.call(post(DEFINITIONS, widgetDefinition(run.group)));
    await run.until(path, isEstablished);
    await run.call(get(path));
    await run.until(`/apis/${run.group}/v1/widgets`, ({ code }) => code === 200);
    await run.until(`/apis/${run.group}/v1`, ({ code }) => code === 200);
    await run.call(get(`/apis/${run.group}/v1`));
    await run.call(get(`/apis/${run.group}`));
    await run.call(post(widgets(run), widget(run, 'w', { tier: 'free' })));
    await run.call(remove(path));
    await run.until(path, ({ code }) => code === 404);
    await run.until(widgets(run), ({ code }) => code === 404);
    await run.call(get(path));
  },
  'prunes, defaults and reports unknown fields': async (run) => {
    await install(run);
    await attempt(run, { tier: 'free', foo: 1, nest: { zz: 1 }, any: { x: { y: 1 } } });
    await attempt(run, { tier: 'free', foo: 1 }, '?fieldValidation=Strict');
    await attempt(run, { tier: 'free', foo: 1 }, '?fieldValidation=Ignore');
    await attempt(run, { tier: 'free', map: [{ name: 'a' }, { name: 'b', value: 'x', zz: 1 }], nul: null, bool: null });
    await attempt(run, { tier: 'free', emb: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', foo: 1 }, x: 1 } });
    await run.call(post(widgets(run), { ...widget(run, 'm', { tier: 'free' }), metadata: { name: 'm', foo: 1 } }));
    await run.call(
      post(widgets(run), { ...widget(run, 'n', { tier: 'free' }), metadata: { name: 'n', labels: { a: 1 } } }),
    );
  },
  'validates against the schema': async (run) => {
    await install(run);
    const specs: unknown[] = [
      {},
      null,
      { tier: 'x', replicas: 0, exmin: 1, exmax: 1, mul: 4, num: 'x', pat: 'A', list: [] },
      {
        tier: 'free',
        replicas: 11,
        pat: 'abcde',
        list: ['a', 'b', 'c'],
        set: ['a', 'a'],
        map: [{ name: 'a' }, { name: 'a' }],
      },
      { tier: 'free', map: [{}], props: {} },
      {
        tier: 'free',
        props: { a: '1', b: '2', c: '3' },
        ios: true,
        bool: 'x',
        date: 'x',
        dur: 'x',
        byte: '!',
        uuid: 'x',
      },
      { tier: 'free', one: {}, anyo: {}, allo: 1, no: 'bad', emb: {}, ipv4: 'x' },
      { tier: 'free', one: { a: '1', b: '2' }, allo: 9, atomicmap: { a: 1 } },
      { tier: 'free', list: 'x', set: {}, nest: [] },
      { tier: 'free', pat: 'ABC', num: 1.5, ios: 'x', date: '2024-01-02T03:04:05Z', dur: '1h2m' },
    ];
    for (const spec of specs) await attempt(run, spec);
    await run.call(post(widgets(run), { ...widget(run, 'w', { tier: 'paid' }), kind: 'Other' }));
    await run.call(post(widgets(run), { ...widget(run, 'w', { tier: 'free' }), apiVersion: 'v1' }));
    await run.call(post(widgets(run), { metadata: { name: 'w' }, spec: { tier: 'free' } }));
    await run.call(post(widgets(run), widget(run, 'W_', { tier: 'free' })));
  },
  'runs CEL rules': async (run) => {
    await install(run);
    await attempt(run, { tier: 'free', replicas: 6, min: 3, max: 2 });
    await attempt(run, { tier: 'free', min: 300, max: 2 });
    await run.quietly(post(widgets(run), widget(run, 'w', { tier: 'free', imm: 'a' })));
    await run.call(merge(widgets(run, 'w'), { spec: { imm: 'b' } }));
    await run.call(merge(widgets(run, 'w'), { spec: { imm: null } }));
    await run.call(merge(widgets(run, 'w'), { spec: { imm: 'c' } }));
    await run.call(merge(widgets(run, 'w'), { spec: { min: 5, max: 4 } }));
  },
  'keeps status apart and counts generations': async (run) => {
    await install(run);
    await run.call(post(widgets(run), widget(run, 'w', { tier: 'free' }, { status: { phase: 'x' } })));
    await run.call(merge(`${widgets(run, 'w')}/status`, { status: { phase: 'Ready' }, spec: { tier: 'paid' } }));
    await run.call(merge(widgets(run, 'w'), { status: { phase: 'Other' } }));
    await run.call(merge(widgets(run, 'w'), { spec: { tier: 'paid' } }));
    await run.call(merge(widgets(run, 'w'), { metadata: { labels: { a: 'b' } } }));
    const current = await run.quietly(get(widgets(run, 'w')));
    const body = current.body as { status: unknown };
    await run.call(put(`${widgets(run, 'w')}/status`, { ...body, status: { phase: 'Done', foo: 1 } }));
    await run.call(get(`${widgets(run, 'w')}/status`));
    await run.call(put(widgets(run, 'w'), widget(run, 'w', { tier: 'free' })));
    await run.call({ ...merge(widgets(run, 'w'), {}), type: 'application/strategic-merge-patch+json' });
    await run.call(get(`${widgets(run)}?fieldSelector=spec.tier%3Dpaid`));
    await run.call(get(`${widgets(run)}?fieldSelector=spec.foo%3Dpaid`));
  },
  'refuses bad definitions': async (run) => {
    const send = async (change: (definition: Definition) => void): Promise<void> => {
      const definition: Definition = widgetDefinition(`${run.id}.kbts.dev`);
      change(definition);
      await run.call(post(`${DEFINITIONS}?dryRun=All`, definition));
    };
    const spec = (schema: unknown) => (definition: Definition) => {
      definition.spec.versions[0].schema.openAPIV3Schema.properties.spec = schema;
      delete definition.spec.versions[0].selectableFields;
      delete definition.spec.versions[0].additionalPrinterColumns;
      delete definition.spec.versions[0].subresources.scale;
    };
    await send((definition) => (definition.metadata.name = 'x'));
    await send((definition) => (definition.spec.names.shortNames = ['A']));
    await send((definition) => (definition.spec.scope = 'Foo'));
    await send((definition) => delete definition.spec.scope);
    await send((definition) => delete definition.spec.versions[0].schema);
    await send((definition) => (definition.spec.versions[0].schema.openAPIV3Schema = { type: 'string' }));
    await send((definition) => (definition.spec.conversion = { strategy: 'Webhook' }));
    await send(
      (definition) =>
        (definition.spec.versions[0].additionalPrinterColumns = [{ name: '', type: 'foo', jsonPath: 'x' }]),
    );
    await send(
      (definition) =>
        (definition.spec.versions[0].subresources.scale = { specReplicasPath: '.foo', statusReplicasPath: '' }),
    );
    await send((definition) => (definition.spec.versions[0].selectableFields = [{ jsonPath: '.spec.foo' }]));
    await send(spec({}));
    await send(spec({ type: 'foo' }));
    await send(spec({ type: 'object', properties: { a: {} } }));
    await send(
      spec({ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'string' } }),
    );
    await send(spec({ type: 'array', items: { type: 'string' }, uniqueItems: true }));
    await send(spec({ type: 'array' }));
    await send(spec({ type: 'object', properties: { a: { type: 'integer', default: 'x' } } }));
    await send(spec({ type: 'string', pattern: '(?=a)' }));
    const item = { type: 'object', properties: { a: { type: 'string' } } };
    await send(spec({ type: 'array', 'x-kubernetes-list-type': 'map', items: item }));
    await send(
      spec({ type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['b'], items: item }),
    );
    await send(
      spec({ type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a'], items: item }),
    );
    await send(spec({ type: 'array', 'x-kubernetes-list-type': 'set', items: item }));
    await send(spec({ ...item, anyOf: [{ type: 'object' }] }));
    const rule = (text: string, more = {}) => spec({ ...item, 'x-kubernetes-validations': [{ rule: text, ...more }] });
    await send(rule('self.b == 1'));
    await send(rule('foo == 1'));
    await send(rule('self.a'));
    await send(rule('1 + 1'));
    await send(rule(''));
    await send(rule('true', { message: 'a\nb' }));
    await send(rule("self.a == 'x'"));
  },
};
