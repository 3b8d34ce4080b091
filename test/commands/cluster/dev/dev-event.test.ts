import { expect, test } from 'vitest';
import { DevLog } from '../../../../src/commands/cluster/dev/dev-event.js';

const line = (fields: object): string => JSON.stringify({ level: 'debug', ts: 'x', ...fields });
const request = {
  controller: 'guestbook',
  controllerKind: 'Guestbook',
  namespace: 'default',
  name: 'a',
  reconcileID: '1',
};

test('a reconcile is shown with its result, its time, and why it ran', () => {
  const log = new DevLog();
  const reasons = [{ event: 'update', kind: 'Deployment', object: 'default/a' }, { event: 'resync' }];

  const begin = log.read(line({ ...request, msg: 'reconciling', reasons }));
  const end = log.read(line({ ...request, msg: 'reconciled', result: 'success', seconds: 0.0123, nextInMs: 30_000 }));

  expect(begin).toBeUndefined();
  expect(end).toEqual({
    type: 'reconciled',
    object: 'Guestbook default/a',
    result: 'success',
    ms: 12,
    reasons: ['update Deployment default/a', 'resync'],
    nextInMs: 30_000,
  });
});

test('a failed reconcile is shown once, with its error', () => {
  const log = new DevLog();
  const error = { message: 'no luck', stack: 'Error: no luck\n at x' };

  const failed = log.read(
    line({ ...request, level: 'error', msg: 'reconcile failed', attempt: 2, nextInMs: 20, error }),
  );
  const end = log.read(line({ ...request, msg: 'reconciled', result: 'error', seconds: 0 }));

  expect(failed).toMatchObject({
    type: 'failed',
    object: 'Guestbook default/a',
    message: 'no luck',
    attempt: 2,
    nextInMs: 20,
  });
  expect(end).toBeUndefined();
});

test('lines that a reconciler logs itself are log lines, whatever they say', () => {
  expect(new DevLog().read(line({ ...request, level: 'info', msg: 'reconciled', count: 2 }))).toEqual({
    type: 'log',
    level: 'info',
    message: 'reconciled',
    fields: 'namespace=default name=a count=2',
  });
});

test('debug lines are left out, other output is shown as it is', () => {
  const log = new DevLog();

  expect(log.read(line({ msg: 'watching' }))).toBeUndefined();
  expect(log.read('   ')).toBeUndefined();
  expect(log.read('console.log of a user')).toEqual({ type: 'output', text: 'console.log of a user' });
  expect(log.read('{ not json')).toEqual({ type: 'output', text: '{ not json' });
  expect(log.read('{"a":1}')).toEqual({ type: 'output', text: '{"a":1}' });
});

test('a line of a reconcile names its object once; other lines say which controller they are about', () => {
  const log = new DevLog();
  const about = { ...request, Guestbook: { namespace: 'default', name: 'a' } };
  const started = { controller: 'guestbook', controllerKind: 'Guestbook', workers: 1 };

  expect(log.read(line({ ...about, level: 'info', msg: 'wrote' }))).toMatchObject({
    fields: 'namespace=default name=a',
  });
  expect(log.read(line({ ...started, level: 'info', msg: 'controller started' }))).toMatchObject({
    fields: 'controller=guestbook workers=1',
  });
});

test('admission calls that were denied are told; clean-ups are told apart; debug lines only when asked for', () => {
  const line = (record: object): string => JSON.stringify({ level: 'debug', ...record });
  const answered = {
    msg: 'answered',
    webhookKind: 'Guestbook',
    namespace: 'default',
    name: 'bad',
    operation: 'CREATE',
  };
  const done = {
    msg: 'reconciled',
    result: 'success',
    seconds: 0.01,
    controllerKind: 'Guestbook',
    name: 'a',
    namespace: 'x',
  };
  const log = new DevLog({ isDeleting: (object) => object === 'Guestbook x/a' });

  const answer = { ...answered, code: 403, denial: 'too large', warnings: ['spec.old is ignored'] };
  expect(log.read(line({ ...answer, allowed: false }))).toEqual({
    type: 'denied',
    object: 'Guestbook default/bad',
    operation: 'create',
    code: 403,
    message: 'too large',
    warnings: ['spec.old is ignored'],
  });
  expect(log.read(line({ ...answer, allowed: true, namespace: '' }))).toEqual({
    type: 'warned',
    object: 'Guestbook bad',
    operation: 'create',
    warnings: ['spec.old is ignored'],
  });
  expect(log.read(line({ ...answered, allowed: true }))).toBeUndefined();
  expect(log.read(line(done))).toMatchObject({ type: 'reconciled', isFinalize: true });
  expect(log.read(line({ msg: 'detail' }))).toBeUndefined();
  expect(new DevLog({ verbose: true }).read(line({ msg: 'detail' }))).toMatchObject({ type: 'log', message: 'detail' });
});

test('a clean-up is told apart also when its object is gone before the log says so', () => {
  const log = new DevLog({ isDeleting: () => false });
  const error = { message: 'no luck' };

  expect(log.read(line({ ...request, msg: 'finalizing' }))).toBeUndefined();
  const failed = log.read(line({ ...request, level: 'error', msg: 'reconcile failed', error }));
  const end = log.read(line({ ...request, msg: 'reconciled', result: 'success', seconds: 0 }));
  const next = log.read(line({ ...request, msg: 'reconciled', result: 'success', seconds: 0 }));

  expect([failed, end]).toMatchObject([{ isFinalize: true }, { isFinalize: true }]);
  expect(next).not.toHaveProperty('isFinalize');
});
