import { expect, test } from 'vitest';
import { Clusters } from '../../../src/runtime/manager/clusters.js';
import type { Runnable } from '../../../src/runtime/runnable.js';
import { FakeTransport } from '../cache/fake-transport.js';

function make() {
  const stopped: Runnable[] = [];
  const clusters = new Clusters({ add: (runnable) => ({ stop: async () => void stopped.push(runnable) }) });
  return { clusters, stopped, add: (name: string) => clusters.add(name, { transport: new FakeTransport() }) };
}

test('a cluster that was removed has stopped, and its name is free again', async () => {
  const { clusters, stopped, add } = make();
  const first = add('edge');

  await clusters.remove('edge');

  expect(stopped).toEqual([first]);
  expect(() => clusters.get('edge')).toThrow('there is no cluster "edge"');
  expect(add('edge')).not.toBe(first);
  expect(clusters.all().length).toBe(1);
});

test.each([['Edge'], ['a/b'], ['']])('%j cannot be the name of a cluster', (name) => {
  expect(() => make().add(name)).toThrow('cannot be the name of a cluster');
});

test('two clusters of one name, and one that does not exist, are errors', async () => {
  const { clusters, add } = make();
  add('edge');

  expect(() => add('edge')).toThrow('there are two clusters named "edge"');
  await expect(clusters.remove('west')).rejects.toThrow('there is no cluster "west", only "edge"');
});
