import { expect, test } from 'vitest';
import { read } from './read-source.js';

async function namesOf(...markers: string[]): Promise<{ names: unknown; codes: string[] }> {
  const lines = markers.map((marker) => `// +kubebuilder:resource:${marker}\n`).join('');
  const plan = await read(`${lines}export interface Mouse extends CustomResource<{ x?: string }> {}`);
  return { names: plan.model.kinds[0]?.names, codes: plan.diagnostics.map(({ code }) => code) };
}

test('the names come from the kind without a marker', async () => {
  expect(await namesOf()).toMatchObject({ names: { plural: 'mice', singular: 'mouse', scope: 'Namespaced' } });
});

test('markers share the work: no name is lost', async () => {
  const { names, codes } = await namesOf('path=vermin,singular=pest', 'scope=Cluster,shortName=mo');

  expect(names).toMatchObject({ plural: 'vermin', singular: 'pest', scope: 'Cluster', shortNames: ['mo'] });
  expect(codes).toEqual([]);
});

test.each([['scope=Cluster'], ['shortName=mo'], ['categories=all;pets']])(
  'a later marker that resets %s is reported',
  async (marker) => {
    const { names, codes } = await namesOf(marker, 'path=vermin');

    expect(names).toMatchObject({ plural: 'vermin', scope: 'Namespaced', shortNames: [], categories: [] });
    expect(codes).toEqual(['marker-overridden']);
  },
);

test('a later marker that repeats a value is not reported', async () => {
  expect((await namesOf('scope=Cluster', 'path=vermin,scope=Cluster')).codes).toEqual([]);
});
