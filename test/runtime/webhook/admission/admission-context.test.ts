import { expect, test } from 'vitest';
import { admissionContext } from '../../../../src/runtime/webhook/admission/admission-context.js';

test('a context for tests needs nothing and records warnings', () => {
  const context = admissionContext();

  context.warn('spec.tier is deprecated');
  context.log.named('a').with({ b: 1 }).info('nothing is printed');

  expect(context.warnings).toEqual(['spec.tier is deprecated']);
  expect(context.request.operation).toBe('CREATE');
  expect(context.signal.aborted).toBe(false);
});

test('parts of the request can be given', () => {
  const context = admissionContext({ request: { operation: 'DELETE', userInfo: { username: 'jane' } } });

  expect(context.request).toMatchObject({ operation: 'DELETE', userInfo: { username: 'jane' } });
});
