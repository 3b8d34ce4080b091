/** Values at the edges: large objects, embedded resources, addresses of headless Services, tokens, reviews, Scales. */
import { apply, get, merge, post, put, strategic, type Run, type Scenario } from '../scenario.js';
import { install, widget, widgets } from '../scenarios-custom.js';

const scaleOf = ({ namespace }: Run, name: string, replicas: unknown, more = {}): object => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata: { name, namespace, ...more },
  spec: { replicas },
});

const POD = { apiVersion: 'v1', kind: 'Pod' };

export const valueScenarios: Record<string, Scenario> = {
  'refuses objects that etcd refuses': async (run) => {
    await install(run);
    for (const size of [1_000_000, 1_560_000, 1_600_000]) {
      const body = widget(run, `w${size}`, { tier: 'free', any: { text: 'x'.repeat(size) } });
      const { code, body: answer } = await run.quietly(post(widgets(run), body));
      const { message = 'none' } = answer as { message?: string };
      await run.call(
        get(`${widgets(run)}?fieldSelector=metadata.name%3Dnone&code=${code}&why=${encodeURIComponent(message)}`),
      );
    }
  },
  'checks embedded resources': async (run) => {
    await install(run);
    const embedded: unknown[] = [
      POD,
      { ...POD, metadata: {} },
      { ...POD, metadata: { bogus: 1, name: 'x' } },
      { ...POD, kind: '105%' },
      { ...POD, apiVersion: 'a/b/c' },
      { apiVersion: '', kind: '' },
      { kind: 'Pod' },
      { ...POD, metadata: { name: '25%' } },
      { ...POD, metadata: { labels: { 'bad key': 'x' } } },
    ];
    for (const [index, emb] of embedded.entries())
      await run.call(post(widgets(run), widget(run, `w${index}`, { tier: 'free', emb })));
  },
  'warns about finalizers without a domain': async (run) => {
    await install(run);
    for (const [index, finalizers] of [['x'], ['x.y'], ['x.y/z'], ['orphan'], ['b', 'a']].entries()) {
      const metadata = { name: `w${index}`, finalizers };
      await run.call(post(widgets(run), widget(run, metadata.name, { tier: 'free' }, { metadata })));
      await run.call(merge(widgets(run, metadata.name), { metadata: { finalizers: [...finalizers, 'more'] } }));
    }
  },
  'gives headless Services their families': async (run) => {
    const services = `/api/v1/namespaces/${run.namespace}/services`;
    const specs: object[] = [
      {},
      { selector: { a: 'b' } },
      { ipFamilyPolicy: 'SingleStack' },
      { ipFamilyPolicy: 'PreferDualStack' },
      { ipFamilies: ['IPv6'] },
      { ipFamilies: ['IPv6'], selector: { a: 'b' } },
      { ipFamilyPolicy: 'RequireDualStack', selector: { a: 'b' } },
    ];
    for (const [index, more] of specs.entries()) {
      const spec = { clusterIP: 'None', ports: [{ port: 80 }], ...more };
      await run.call(post(services, { metadata: { name: `s${index}` }, spec }));
    }
    await run.call(
      put(`${services}/put`, { metadata: { name: 'put' }, spec: { clusterIP: 'None', selector: { a: 'b' } } }),
    );
  },
  'issues and reviews tokens for audiences': async (run) => {
    const accounts = `/api/v1/namespaces/${run.namespace}/serviceaccounts`;
    const reviews = '/apis/authentication.k8s.io/v1/tokenreviews';
    await run.quietly(post(accounts, { metadata: { name: 'bot' } }));
    for (const expirationSeconds of [60, 599, 2 ** 33])
      await run.call(post(`${accounts}/bot/token`, { spec: { expirationSeconds } }));
    const { body } = await run.quietly(post(`${accounts}/bot/token`, { spec: { audiences: ['x', 'y'] } }));
    const { token } = (body as { status: { token: string } }).status;
    for (const audiences of [['x'], ['y', 'z'], ['z']]) {
      const { body: review } = await run.quietly(post(reviews, { spec: { token, audiences } }));
      const { status } = review as { status: { authenticated?: boolean; audiences?: string[]; error?: string } };
      const shown = encodeURIComponent(JSON.stringify([status.authenticated, status.audiences, status.error]));
      await run.call(get(`${accounts}?fieldSelector=metadata.name%3Dnone&status=${shown}`));
    }
    await run.call({ ...get(accounts), token });
    await run.call({ ...post(reviews, { spec: { token: 'wrong' } }), ignoresManagers: true });
  },
  'refuses reviews that ask nothing': async (run) => {
    const reviews = '/apis/authorization.k8s.io/v1';
    const resourceAttributes = { verb: 'get', resource: 'pods' };
    const nonResourceAttributes = { verb: 'get', path: '/healthz' };
    const specs: { user?: string; groups?: string[]; [field: string]: unknown }[] = [
      {},
      { user: 'u' },
      { resourceAttributes },
      { user: 'u', resourceAttributes, nonResourceAttributes },
      { groups: ['g'], resourceAttributes },
    ];
    for (const spec of specs) {
      const { user: _user, groups: _groups, ...own } = spec;
      await run.call({ ...post(`${reviews}/subjectaccessreviews`, { spec }), ignoresManagers: true });
      await run.call({ ...post(`${reviews}/selfsubjectaccessreviews`, { spec: own }), ignoresManagers: true });
    }
  },
  'refuses constant patterns that are none': async (run) => {
    const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] }];
    const name = 'object.metadata.name';
    for (const expression of [`${name}.find('(') == ''`, `${name}.findAll('[').size() == 0`, `${name}.matches('(')`]) {
      const spec = { matchConstraints: { resourceRules }, validations: [{ expression }] };
      const path = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies?dryRun=All';
      await run.call({ ...post(path, { metadata: { name: 'x' }, spec }), ignoresManagers: true });
    }
  },
  'treats a Scale as a kind of its own': async (run) => {
    await install(run);
    const deployments = `/apis/apps/v1/namespaces/${run.namespace}/deployments`;
    const labels = { app: 'd' };
    const selector = {
      matchLabels: labels,
      matchExpressions: [
        { key: 'app', operator: 'In', values: ['e', 'd'] },
        { key: 'none', operator: 'DoesNotExist' },
      ],
    };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    await run.quietly(post(deployments, { metadata: { name: 'd' }, spec: { selector, template } }));
    await run.quietly(post(widgets(run), widget(run, 'w', { tier: 'paid' })));
    for (const [path, name] of [
      [`${deployments}/d`, 'd'],
      [widgets(run, 'w'), 'w'],
    ] as const) {
      const scale = `${path}/scale`;
      await run.call(get(scale));
      await run.call(put(scale, { apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas: 2 } }));
      await run.call(put(scale, scaleOf(run, 'other', 2)));
      await run.call(put(scale, scaleOf(run, name, 'x')));
      await run.call(put(scale, scaleOf(run, name, -1)));
      await run.call(put(scale, scaleOf(run, name, 3, { resourceVersion: '1' })));
      await run.call(put(scale, scaleOf(run, name, 3)));
      await run.call(strategic(scale, { spec: { replicas: 4 } }));
      await run.call(merge(scale, { spec: { replicas: -1 } }));
      await run.call(get(path));
    }
    await run.call(put(`${deployments}/none/scale`, scaleOf(run, 'none', 'x')));
    await run.call(apply(`${deployments}/d/scale`, 'autoscaler', scaleOf(run, 'd', 6), true));
    await run.call(apply(`${deployments}/d/scale`, 'other', scaleOf(run, 'd', 7)));
    await run.call(apply(`${widgets(run, 'w')}/scale`, 'autoscaler', scaleOf(run, 'w', 6), true));
    await run.call(get(`${deployments}/d`));
  },
  'labels and annotations of null, and statuses with replicas below zero': async (run) => {
    const empty = { annotations: { a: null, b: 'x' }, labels: { a: null } };
    const nulls = { ...widget(run, 'nulls', { tier: 'paid' }), metadata: { name: 'nulls', ...empty } };
    await run.call(apply(widgets(run, 'nulls'), 'one', nulls, true));
    await run.call(apply(widgets(run, 'nulls'), 'two', nulls, true));
    await run.call(merge(widgets(run, 'nulls'), { metadata: { labels: { a: null } } }));
    for (const replicas of [-1, 0]) await run.call(merge(`${widgets(run, 'nulls')}/status`, { status: { replicas } }));
  },
};
