import { describe, expect, test } from 'vitest';
import { checkHookPath, mutatePath, validatePath } from '../../../../src/runtime/webhook/server/hook-path.js';

describe('paths of hooks', () => {
  test('§9.2.1 the dots of a group become dashes', () => {
    const gvk = { group: 'webapp.my.domain', version: 'v1', kind: 'Guestbook' };

    expect(mutatePath(gvk)).toBe('/mutate-webapp-my-domain-v1-guestbook');
    expect(validatePath(gvk)).toBe('/validate-webapp-my-domain-v1-guestbook');
  });

  test('§9.2.1 the core group leaves its place empty', () => {
    expect(mutatePath({ group: '', version: 'v1', kind: 'Pod' })).toBe('/mutate--v1-pod');
  });

  test.each(['/', '/my-hook', '/a/b_c/D-9'])('§9.2.2 %s can be called', (path) => {
    expect(checkHookPath(path)).toBe(path);
  });

  test.each(['', 'hook', '/a//b', '/a/', '/a?b', '/a b', '/é'])('§9.2.2 "%s" is refused', (path) => {
    expect(() => checkHookPath(path)).toThrow(/is not a webhook path/);
  });
});
