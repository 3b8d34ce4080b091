import { expect, test } from 'vitest';
import type { MapObject } from '../../../src/runtime/frame/chain.js';
import { requestsOf } from '../../../src/runtime/frame/watch-map.js';
import type { Kind } from '../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import { stored } from '../../../src/testing/index.js';
import { Thing } from '../cache/thing.js';

const changed = stored(new Thing({ metadata: { name: 'a', namespace: 'ns' } }));

async function requests(map: MapObject<KubeObject>, scope: Kind['scope'] = 'Namespaced'): Promise<unknown[]> {
  return [...(await requestsOf(map, () => scope)(changed, { reader: undefined as never }))];
}

test.each<[string, MapObject<KubeObject>, unknown[]]>([
  ['a name, in the namespace of the changed object', () => 'x', [{ name: 'x', namespace: 'ns' }]],
  ['a key', () => ({ name: 'x', namespace: 'other' }), [{ name: 'x', namespace: 'other' }]],
  ['a key without a namespace', () => ({ name: 'x' }), [{ name: 'x', namespace: 'ns' }]],
  ['a request in another cluster', () => ({ name: 'x', cluster: 'b' }), [{ name: 'x', namespace: 'ns', cluster: 'b' }]],
  ['an object', () => new Thing({ metadata: { name: 'x', namespace: 'other' } }), [{ name: 'x', namespace: 'other' }]],
  ['the changed object itself', (object) => object, [{ name: 'a', namespace: 'ns' }]],
  ['nothing', () => undefined, []],
  ['an empty name', () => '', []],
  ['a key whose name is missing', () => ({ name: undefined, namespace: 'ns' }), []],
  ['a list with gaps', () => ['x', null, false, '', { name: '' }], [{ name: 'x', namespace: 'ns' }]],
  ['a set', () => new Set(['x']), [{ name: 'x', namespace: 'ns' }]],
  ['a promise of a name', async () => 'x', [{ name: 'x', namespace: 'ns' }]],
  ['a promise of a list', async () => ['x', undefined], [{ name: 'x', namespace: 'ns' }]],
])('a map function may return %s', async (_, map, expected) => {
  expect(await requests(map)).toEqual(expected);
});

test('the namespace of the changed object is left out when the reconciled kind has none', async () => {
  expect(await requests(() => ['x', { name: 'y' }], 'Cluster')).toEqual([{ name: 'x' }, { name: 'y' }]);
});
