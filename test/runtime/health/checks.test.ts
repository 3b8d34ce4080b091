import { beforeEach, expect, test, vi } from 'vitest';
import { CheckList, ping } from '../../../src/runtime/health/checks.js';
import { type LogLine, recordingLogger } from '../controller/fake-host.js';

let lines: LogLine[];
let checks: CheckList;

beforeEach(() => {
  lines = [];
  checks = new CheckList(recordingLogger(lines));
  checks.add('ping', ping);
});

const ask = (path = '', query = '') => checks.report(path, new URLSearchParams(query));
const fail = () => checks.add('broken', () => Promise.reject(new Error('disk full')));

test('§1.7.3 all passing is 200 and "ok"; verbose lists them sorted', async () => {
  checks.add('alpha', ping);

  expect(await ask()).toEqual({ status: 200, body: 'ok' });
  expect(await ask('/', 'verbose')).toEqual({ status: 200, body: '[+]alpha ok\n[+]ping ok\ncheck passed\n' });
});

test('§1.7.4 a failure is 500, lists all, withholds the reason and logs it', async () => {
  fail();

  expect(await ask()).toEqual({ status: 500, body: '[-]broken failed: reason withheld\n[+]ping ok\ncheck failed\n' });
  expect(lines).toMatchObject([{ level: 'error', fields: { check: 'broken', error: new Error('disk full') } }]);
});

test('a failure is logged once, however often it is probed, and once more when it is over', async () => {
  let problem: string | undefined = 'disk full';
  checks.add('disk', () => {
    if (problem !== undefined) throw new Error(problem);
  });

  await ask();
  await ask();
  problem = 'disk on fire';
  await ask();
  problem = undefined;
  await ask();
  await ask();

  expect(lines.map(({ level, fields }) => [level, (fields?.['error'] as Error | undefined)?.message])).toEqual([
    ['error', 'disk full'],
    ['error', 'disk on fire'],
    ['info', undefined],
  ]);
});

test('§1.7.2 one check by its name tells the reason; an unknown one is 404', async () => {
  fail();

  expect(await ask('/ping')).toEqual({ status: 200, body: 'ok' });
  expect(await ask('/broken')).toEqual({ status: 500, body: 'disk full\n' });
  expect((await ask('/nope')).status).toBe(404);
});

test('§1.7.2 the reason of one check has no secrets', async () => {
  checks.add('db', () => {
    throw new Error('connect postgres://admin:hunter2@db.internal:5432/ledger failed');
  });

  const { body } = await ask('/db');
  expect(body).toBe('connect postgres://admin:[redacted]@db.internal:5432/ledger failed\n');
});

test('§1.7.5 checks can be excluded; unknown names are warned about', async () => {
  fail();

  expect((await ask('', 'exclude=broken')).status).toBe(200);
  expect((await ask('', 'exclude=broken&exclude=nope&verbose')).body).toBe(
    '[+]broken excluded: ok\n[+]ping ok\nwarn: there are no checks named "nope"\ncheck passed\n',
  );
});

test('two checks of one name, and names that are no path, are refused', () => {
  expect(() => checks.add('ping', ping)).toThrow(/two checks named "ping"/);
  expect(() => checks.add('a/b', ping)).toThrow(/cannot be the name of a check/);
});

test('a check that hangs fails after ten seconds', async () => {
  vi.useFakeTimers();
  checks.add('hangs', () => new Promise(() => undefined));

  const answer = ask();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();

  expect((await answer).status).toBe(500);
  expect(lines).toMatchObject([{ fields: { check: 'hangs', error: new Error('the check did not end within 10 s') } }]);
});
