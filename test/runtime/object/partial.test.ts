import { expect, test } from 'vitest';
import { InvalidCallError } from '../../../src/runtime/object/invalid-call.js';
import { isEqual } from '../../../src/runtime/object/equality.js';
import {
  isTransformed,
  lacksStatus,
  markProjected,
  markTransformed,
  partialMark,
  refusePartial,
} from '../../../src/runtime/object/partial.js';
import { mutable } from '../../../src/runtime/object/readonly.js';

const object = () => ({ kind: 'Widget', metadata: { name: 'a' } });

test('a mark is neither sent nor compared', () => {
  const marked = object();
  markProjected(marked);

  expect(JSON.stringify(marked)).toBe(JSON.stringify(object()));
  expect(Object.keys(marked)).toEqual(['kind', 'metadata']);
  expect(isEqual(marked, object())).toBe(true);
});

test('copies keep the mark, except those listed in the documentation', () => {
  const marked = object();
  markTransformed(marked, ['spec']);
  const kept = [{ ...marked }, Object.assign({}, marked), mutable(marked), mutable({ items: [marked] }).items[0]];
  const lost = [
    JSON.parse(JSON.stringify(marked)) as object,
    structuredClone(marked),
    Object.fromEntries(Object.entries(marked)),
    { kind: marked.kind, metadata: marked.metadata },
  ];

  for (const copy of kept) expect(() => refusePartial(copy, 'update')).toThrow(InvalidCallError);
  for (const copy of lost) expect(() => refusePartial(copy, 'update')).not.toThrow();
});

test('equal marks are shared', () => {
  const [left, right] = [object(), object()];
  markTransformed(left, ['metadata', 'spec']);
  markTransformed(right, ['metadata', 'spec']);

  expect(partialMark(left)).toBe(partialMark(right));
});

test('a mark tells what is missing', () => {
  const [projected, spec, status, both] = [object(), object(), object(), object()];
  markProjected(projected);
  markTransformed(spec, ['spec']);
  markTransformed(status, ['status']);
  markProjected(both);
  markTransformed(both, ['metadata']);

  expect([object(), projected, spec, status, both].map(lacksStatus)).toEqual([false, true, false, true, true]);
  expect([object(), projected, spec, status, both].map(isTransformed)).toEqual([false, false, true, true, true]);
  expect(() => refusePartial(spec, 'update')).toThrow('the cache transform changed spec of Widget a');
});
