import { expect, test } from 'vitest';
import { claimFinalizer } from '../../../src/runtime/controller/finalizer-claims.js';
import type { ControllerHost } from '../../../src/runtime/controller/host.js';
import { Thing } from '../cache/thing.js';

const claim = (host: object, controller: string, cluster?: string) =>
  claimFinalizer(host as ControllerHost, { kind: Thing, cluster, finalizer: 'a/b', controller });

test('a finalizer has one controller for each manager, cluster and kind, until it is given back', () => {
  const host = {};
  const release = claim(host, 'one');
  claim({}, 'two');
  claim(host, 'two', 'other');

  expect(() => claim(host, 'two')).toThrow(/"one" and "two" both use the finalizer "a\/b".*"a\/two"/s);
  release();
  claim(host, 'two');
});
