import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkFencing, type Evidence } from './audit.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kbts-audit-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('checkFencing', () => {
  test('is content when each writes only while it leads', async () => {
    const report = await check([lease('a', 1), write('a', 2), lease('', 3), lease('b', 4), write('b', 5)]);

    expect(report).toEqual({ writes: 2, leaders: 3, strays: [], violations: [] });
  });

  test('finds writes of one while another leads', async () => {
    const { violations } = await check([lease('a', 1), lease('b', 4), write('a', 5), write('a', 6)]);

    expect(violations).toEqual([
      '2026-01-01T00:00:05.000000Z: a wrote configmaps/x while "b" led',
      '2026-01-01T00:00:06.000000Z: a wrote configmaps/x while "b" led',
    ]);
  });

  test('tells apart a single write right after SIGCONT that was let out before, and nothing else', async () => {
    const events = [lease('a', 1), lease('b', 4), write('a', 5)];
    const evidence = (second: number, identity = 'a', checkedNs = 99n): Evidence => ({
      resumes: [{ identity, atMs: Date.parse(at(second)), atNs: 100n }],
      passed: new Map([['a', [98n, checkedNs]]]),
    });

    expect(await check(events, evidence(5))).toMatchObject({ strays: [expect.any(String)], violations: [] });
    expect((await check(events)).violations).toHaveLength(1);
    expect((await check(events, evidence(3))).violations).toHaveLength(1);
    expect((await check(events, evidence(5, 'b'))).violations).toHaveLength(1);
    expect((await check([...events, write('a', 5)], evidence(5))).violations).toHaveLength(2);
    // Its fence said yes after it had been resumed, or nobody knows.
    expect((await check(events, evidence(5, 'a', 101n))).violations).toHaveLength(1);
    expect((await check(events, { ...evidence(5), passed: new Map() })).violations).toHaveLength(1);
  });

  test('finds a write after the lease was given up, and one of somebody who never led', async () => {
    const { violations } = await check([lease('a', 1), lease('', 3), write('a', 4), write('a', 5), write('c', 4)]);

    expect(violations).toHaveLength(3);
  });

  test('does not count writes and leases that were refused, or other users', async () => {
    const refused = { ...write('z', 2), responseStatus: { code: 409 } };
    const other = { ...write('z', 2), user: { username: 'admin' } };

    expect(
      await check([lease('a', 1), { ...lease('b', 2), responseStatus: { code: 409 } }, write('a', 3), refused, other]),
    ).toEqual({
      writes: 1,
      leaders: 1,
      strays: [],
      violations: [],
    });
  });

  test('passes over a line that was cut', async () => {
    const file = path.join(folder, 'audit.log');
    await writeFile(file, `${JSON.stringify(lease('a', 1))}\n{"kind":"Ev\n${JSON.stringify(write('a', 2))}\n`);

    expect(await checkFencing(file, 'manager')).toMatchObject({ writes: 1, violations: [] });
  });
});

const at = (second: number): string => `2026-01-01T00:00:0${second}.000000Z`;

function lease(holder: string, second: number): object {
  return {
    ...write(holder, second),
    objectRef: { resource: 'leases', name: 'faults' },
    requestObject: { spec: { holderIdentity: holder } },
  };
}

function write(agent: string, second: number): object {
  return {
    user: { username: 'manager' },
    userAgent: agent,
    objectRef: { resource: 'configmaps', name: 'x' },
    responseStatus: { code: 200 },
    requestReceivedTimestamp: at(second),
    stageTimestamp: at(second),
  };
}

async function check(events: object[], evidence: Evidence = {}): ReturnType<typeof checkFencing> {
  const file = path.join(folder, 'audit.log');
  await writeFile(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  return checkFencing(file, 'manager', evidence);
}
