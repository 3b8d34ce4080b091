import { expect, test } from 'vitest';
import { argumentOf, resolveMarker } from '../../../src/markers/resolve.js';

test('lists of lists are read as operator-sdk writes them', () => {
  const text = '+operator-sdk:csv:customresourcedefinitions:resources={{Deployment,v1,"a b"},{Service,v1}}';
  const resolution = resolveMarker(text, 'type');
  if (resolution.kind !== 'marker') throw new Error(JSON.stringify(resolution));
  expect(argumentOf(resolution.marker, 'resources')).toEqual([
    ['Deployment', 'v1', 'a b'],
    ['Service', 'v1'],
  ]);
});
