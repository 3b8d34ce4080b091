import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../src/runtime/client/requests/api-error.js';
import {
  allowed,
  errored,
  fromError,
  fromVerdict,
  patched,
} from '../../../../src/runtime/webhook/admission/admission-response.js';

const team = { name: 'team', kind: { group: 'webapp.my.domain', version: 'v1', kind: 'Guestbook' } };

describe('admission responses', () => {
  test('nothing to change is an answer without a patch', () => {
    expect(patched([])).toEqual(allowed());
  });

  test('§9.3.3 a patch is base64 of a JSON patch', () => {
    const response = patched([{ op: 'add', path: '/spec/replicas', value: 1 }]);

    expect(response.patchType).toBe('JSONPatch');
    expect(Buffer.from(response.patch ?? '', 'base64').toString()).toBe(
      '[{"op":"add","path":"/spec/replicas","value":1}]',
    );
  });

  test.each([
    [400, 'BadRequest'],
    [413, 'RequestEntityTooLarge'],
    [500, 'InternalError'],
    [504, 'Timeout'],
  ])('code %d has reason %s', (code, reason) => {
    expect(errored(code, 'm')).toEqual({
      allowed: false,
      status: { status: 'Failure', code, reason, message: 'm', details: undefined },
    });
  });

  test('§9.3.5 a denial is 403 Forbidden', () => {
    expect(fromVerdict({ deny: 'no' }, team).status).toMatchObject({ code: 403, reason: 'Forbidden', message: 'no' });
  });

  test('§9.5.2 a denial with causes is 422 Invalid and names the fields', () => {
    const verdict = { deny: 'too big', causes: [{ field: 'spec.replicas', message: 'must be at most 5' }] };

    expect(fromVerdict(verdict, team).status).toMatchObject({
      code: 422,
      reason: 'Invalid',
      details: {
        name: 'team',
        group: 'webapp.my.domain',
        kind: 'Guestbook',
        causes: [{ field: 'spec.replicas', message: 'must be at most 5', reason: 'FieldValueInvalid' }],
      },
    });
  });

  test('§9.4.3 an error that carries an API status keeps it, wherever it is among the causes', () => {
    const inner = new ApiError({ code: 409, reason: 'Conflict', message: 'taken' });

    expect(fromError(new Error('outer', { cause: inner })).status).toMatchObject({ code: 409, reason: 'Conflict' });
  });

  test('any other error is a denial with its message', () => {
    expect(fromError(new Error('not on Sundays')).status).toMatchObject({ code: 403, message: 'not on Sundays' });
  });

  test('an error that only a bug can raise is thrown on', () => {
    expect(() => fromError(new TypeError('x is undefined'))).toThrow(TypeError);
    expect(() => fromError(stackOverflow())).toThrow(RangeError);
    expect(fromError(new RangeError('replicas must be at most 3')).status?.code).toBe(403);
  });
});

function stackOverflow(): unknown {
  const endless = (): number => endless() + 1;
  try {
    return endless();
  } catch (error) {
    return error;
  }
}
