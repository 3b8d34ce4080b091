import { expect, test } from 'vitest';
import { sameInGo } from '../../../src/kubernetes/json/go-equality.js';

test.each([
  [{ readOnly: false }, {}, true],
  [{ nfs: { readOnly: false, path: '/a' } }, { nfs: { path: '/a' } }, true],
  [{ items: [] }, {}, true],
  [{ readOnly: true }, {}, false],
  [{ runAsUser: 0 }, {}, false],
  [{ hostUsers: false }, {}, false],
  [[{ a: '' }], [{}], true],
  [[{ a: '' }], [], false],
])('%j and %j are the same: %s', (left, right, expected) => {
  expect(sameInGo(left, right)).toBe(expected);
});
