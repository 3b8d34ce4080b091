/** Definitions that change while objects of theirs are stored. */
import { apply, get, merge, post, type Run, type Scenario } from '../scenario.js';
import { DEFINITIONS, isEstablished } from '../scenarios-custom.js';

interface Version {
  readonly name: string;
  readonly isStorage: boolean;
  readonly fields: object;
}

const version = ({ name, isStorage, fields }: Version): object => {
  const spec = { type: 'object', properties: fields };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  return { name, served: true, storage: isStorage, schema };
};

/** A kind of its own for one scenario. */
class Newts {
  private readonly run: Run;
  readonly definition: string;

  constructor(run: Run) {
    this.run = run;
    this.definition = `${DEFINITIONS}/newts.${this.group}`;
  }

  private get group(): string {
    return `${this.run.id}.kbts.dev`;
  }

  path(name: string, at = 'v1'): string {
    return `/apis/${this.group}/${at}/namespaces/${this.run.namespace}/newts${name === '' ? '' : `/${name}`}`;
  }

  object(name: string, spec: object, at = 'v1'): object {
    return { apiVersion: `${this.group}/${at}`, kind: 'Newt', metadata: { name }, spec };
  }

  async define(versions: readonly Version[]): Promise<void> {
    const { run, group } = this;
    const names = { kind: 'Newt', plural: 'newts' };
    const spec = { group, scope: 'Namespaced', names, versions: versions.map(version) };
    await run.quietly(post(DEFINITIONS, { metadata: { name: `newts.${group}` }, spec }));
    await run.until(this.definition, isEstablished);
    for (const { name } of versions) await run.until(this.path('', name), ({ code }) => code === 200);
  }

  /** Changes the versions, and waits until the server works with them: it forgets the field, or shows it, in a probe. */
  async change(versions: readonly Version[], probe: object, isThere: (answer: string) => boolean): Promise<void> {
    await this.run.quietly(merge(this.definition, { spec: { versions: versions.map(version) } }));
    const call = { ...post(`${this.path('')}?dryRun=All`, probe), ignoresManagers: true };
    await this.run.until(call, ({ body }) => isThere(JSON.stringify((body as { spec?: object }).spec ?? {})));
  }
}

const text = { type: 'string' };
const v1 = (fields: object, isStorage = true): Version => ({ name: 'v1', isStorage, fields });
const v2 = (fields: object, isStorage = false): Version => ({ name: 'v2', isStorage, fields });

export const evolutionScenarios: Record<string, Scenario> = {
  'shows defaults that are new and hides fields that are gone': async (run) => {
    const newts = new Newts(run);
    const item = (fields: object): object => ({ type: 'array', items: { type: 'object', properties: fields } });
    await newts.define([v1({ a: text, list: item({ k: text }) })]);
    await run.quietly(post(newts.path(''), newts.object('n', { a: '1', list: [{ k: 'v' }] })));

    const probe = newts.object('probe', { a: '1' });
    const grown = { a: text, b: { ...text, default: 'new' }, list: item({ k: text, l: { ...text, default: 'x' } }) };
    await newts.change([v1(grown)], probe, (spec) => spec.includes('new'));
    const read = async (): Promise<void> => {
      await run.call(get(newts.path('n')));
      await run.call(get(newts.path('')));
      await run.watch(get(`${newts.path('')}?watch=1&resourceVersion=0&timeoutSeconds=5`), 1);
    };
    await read();
    await run.call(merge(newts.path('n'), { spec: { a: '1' } }));

    const { a: _a, ...shrunk } = grown;
    await newts.change([v1(shrunk)], probe, (spec) => !spec.includes('"a"'));
    await read();
    await run.call(merge(newts.path('n'), { metadata: { labels: { x: 'y' } } }));
  },
  'loses fields that the storage version does not have': async (run) => {
    const newts = new Newts(run);
    const number = (value: number): object => ({ type: 'integer', default: value });
    await newts.define([v1({ a: text, b: number(1) }), v2({ a: text, c: number(2) })]);
    await run.call(post(newts.path('', 'v2'), newts.object('n', { a: '1', c: 5 }, 'v2')));
    for (const at of ['v1', 'v2']) {
      await run.call(get(newts.path('n', at)));
      await run.watch(get(`${newts.path('', at)}?watch=1&resourceVersion=0&timeoutSeconds=5`), 1);
    }
  },
  'compares an applied object in the versions of its managers': async (run) => {
    const newts = new Newts(run);
    await newts.define([v1({ a: text, b: text }), v2({ a: text, c: text })]);
    await run.call(apply(newts.path('n'), 'one', newts.object('n', { a: '1' })));
    await run.call(apply(newts.path('n', 'v2'), 'one', newts.object('n', { c: '3' }, 'v2')));
    await run.call(apply(newts.path('n', 'v2'), 'two', newts.object('n', { c: '3' }, 'v2')));
    await run.call(apply(newts.path('n', 'v2'), 'two', newts.object('n', { a: '1' }, 'v2')));
  },
  'rejects an apply when a manager wrote a version that is gone': async (run) => {
    const newts = new Newts(run);
    await newts.define([v1({ a: text }), v2({ a: text })]);
    await run.quietly(apply(newts.path('n'), 'one', newts.object('n', { a: '1' })));
    await run.call(merge(newts.definition, { spec: { versions: [version(v2({ a: text }, true))] } }));
    const discovery = `/apis/${run.id}.kbts.dev/v2`;
    const before = JSON.stringify((await run.quietly(get(discovery))).body);
    await run.quietly(
      merge(newts.definition, { spec: { versions: [v1({ a: text }, false), v2({ a: text }, true)].map(version) } }),
    );
    // A real server takes a moment to store in the other version; discovery shows it by a hash.
    if (run.isReal) await run.until(discovery, ({ body }) => JSON.stringify(body) !== before);
    await run.quietly(merge(newts.path('n', 'v2'), { metadata: { labels: { moved: 'yes' } } }));
    await run.quietly(merge(`${newts.definition}/status`, { status: { storedVersions: ['v2'] } }));
    await run.quietly(merge(newts.definition, { spec: { versions: [version(v2({ a: text }, true))] } }));
    await run.until(newts.path('n'), ({ code }) => code === 404);
    await run.call(apply(newts.path('n', 'v2'), 'one', newts.object('n', { a: '2' }, 'v2')));
    await run.call(merge(newts.path('n', 'v2'), { spec: { a: '3' } }));
  },
};
