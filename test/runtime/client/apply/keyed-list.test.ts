import { expect, test } from 'vitest';
import { itemFor, itemsInOrder } from '../../../../src/runtime/client/apply/keyed-list.js';

const tcp = { port: 80, protocol: 'TCP' };
const udp = { port: 80, protocol: 'UDP' };
const short = { port: 80 };

test.each<[string, unknown[], number | undefined]>([
  ['k:{"port":80,"protocol":"UDP"}', [tcp, udp], 1],
  ['k:{"port":80,"protocol":"TCP"}', [short], 0],
  ['k:{"port":80,"protocol":"TCP"}', [short, tcp], 1],
  ['k:{"port":80,"protocol":"TCP"}', [short, { ...short }], undefined],
  ['k:{"port":81}', [tcp, udp], undefined],
  ['v:"b"', ['a', 'b'], 1],
  ['v:"c"', ['a', 'b'], undefined],
  ['i:0', ['a'], undefined],
  ['k:{', [tcp], undefined],
])('%s in %j', (element, list, index) => {
  expect(itemFor(element, list)?.index).toBe(index);
});

test('places that rise are in order', () => {
  expect([itemsInOrder([]), itemsInOrder([0, 2, 5]), itemsInOrder([1, 0]), itemsInOrder([1, 1])]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
