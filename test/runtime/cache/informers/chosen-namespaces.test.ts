import { describe, expect, test } from 'vitest';
import { type InformerSpec, resolveSpec } from '../../../../src/runtime/cache/informers/informer-spec.js';
import { Thing } from '../thing.js';

/** What is not the name of a namespace, as plain JavaScript may pass it. */
const ODD: readonly unknown[] = [undefined, null, '', ' ', 'a b', '.', '..', 'a/b', 'a,b', 'a=b', 'a\\', ['a'], 7, {}];

const settings = (own: object): InformerSpec => own;

describe.each(ODD.map((name) => [name]))('the name %j', (name) => {
  test.each(['namespaces', 'excludeNamespaces'])('is refused in %s, for a kind and as a default', (option) => {
    for (const names of [[name], ['team', name]]) {
      expect(() => resolveSpec(Thing, settings({ [option]: names }))).toThrow(new RegExp(`^${option} has `));
      expect(() => resolveSpec(Thing, {}, settings({ [option]: names }))).toThrow(new RegExp(`^${option} has `));
    }
  });
});

test.each(['team', 7, new Set(['team']), new Map([['team', {}]]), null, () => ['team']])(
  'something else than names is refused, not read as all namespaces (%j)',
  (given) => {
    expect(() => resolveSpec(Thing, settings({ namespaces: given }))).toThrow(/^namespaces is /);
    if (given !== null)
      expect(() => resolveSpec(Thing, settings({ excludeNamespaces: given }))).toThrow(/^excludeNamespaces is /);
  },
);

test('the empty name means all others only as the name of a selection', () => {
  const { partitions } = resolveSpec(Thing, { namespaces: { team: {}, '': { labels: 'app' } } });

  expect(partitions).toMatchObject([
    { namespace: 'team' },
    { namespace: '', labels: 'app', fields: 'metadata.namespace!=team' },
  ]);
  expect(() => resolveSpec(Thing, { namespaces: { 'a,b': {} } })).toThrow(/^namespaces has "a,b"/);
});

test('an excluded name cannot add a term to the selector', () => {
  expect(() => resolveSpec(Thing, { excludeNamespaces: ['a,metadata.name=b'] })).toThrow(/not the name of a namespace/);
});
