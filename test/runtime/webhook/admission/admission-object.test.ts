import { expect, test } from 'vitest';
import { objectOf } from '../../../../src/runtime/webhook/admission/admission-object.js';
import { GuestbookV1 } from '../guestbook.js';

test('gives the object that was sent, unknown fields and all', () => {
  const raw = { apiVersion: 'webapp.my.domain/v1', kind: 'Guestbook', metadata: {}, future: 1 };

  expect(objectOf(GuestbookV1, raw, 'object')).toBe(raw);
});

test.each([
  [undefined, 'request.oldObject is missing'],
  [[], 'request.oldObject is missing or not an object'],
  [
    { apiVersion: 'v1', kind: 'Pod', metadata: {} },
    'serves webapp.my.domain/v1 Guestbook, but request.oldObject is v1 Pod',
  ],
  [{ apiVersion: 'webapp.my.domain/v2', kind: 'Guestbook', metadata: {} }, 'is webapp.my.domain/v2 Guestbook'],
  [{ apiVersion: 'webapp.my.domain/v1', kind: 'Guestbook' }, 'has no metadata'],
])('refuses %j', (raw, message) => {
  expect(() => objectOf(GuestbookV1, raw, 'oldObject')).toThrow(message);
});
