import { mkdtemp, rename, rm, symlink, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { belongTogether, certificateFiles } from '../../../../src/runtime/webhook/certificates/certificate-files.js';
import { issueOnce } from '../../../../src/certificate/throw-away-authority.js';
import { ManualClock } from '../../manual-clock.js';
import { contextOf } from '../server/running-server.js';
import { eventually } from '../../../../src/testing/eventually.js';

const one = issueOnce(['a.svc'], 3_600_000).pair;
const two = issueOnce(['a.svc'], 3_600_000).pair;
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'kbts-certificates-'));
});
afterEach(() => rm(dir, { recursive: true }));

describe('certificateFiles', () => {
  test('§9.1.4 serves the files, and what replaces them by a swap of links as the kubelet does it', async () => {
    await swapTo('first', one);
    await using running = start();
    await eventually(() => expect(running.served).toEqual([one.cert]));

    await swapTo('second', two);
    await eventually(() => {
      running.clock.advance(10_000);
      expect(running.served).toEqual([one.cert, two.cert]);
    });
  });

  test('§9.1.4 keeps the old pair while the new one is half written', async () => {
    await write(one);
    await using running = start();
    await eventually(() => expect(running.served).toEqual([one.cert]));

    await writeFile(path.join(dir, 'tls.crt'), two.cert);
    await running.tick();
    expect(running.served).toEqual([one.cert]);
    await writeFile(path.join(dir, 'tls.key'), two.key);

    await eventually(() => {
      running.clock.advance(10_000);
      expect(running.served).toEqual([one.cert, two.cert]);
    });
  });

  test('§9.1.3 rejects when there are no files, and says where they should be', async () => {
    const run = certificateFiles({ dir }).run(contextOf(new AbortController().signal), () => undefined);

    await expect(run).rejects.toThrow(path.join(dir, 'tls.crt'));
  });

  test('§9.1.3 can wait for files that are not there yet', async () => {
    await using running = start({ waitMs: 60_000 });
    await running.tick();
    await write(one);

    await eventually(() => {
      running.clock.advance(1_000);
      expect(running.served).toEqual([one.cert]);
    });
  });
});

test('a certificate and the key of another are no pair', () => {
  expect(belongTogether(one)).toBe(true);
  expect(belongTogether({ cert: one.cert, key: two.key })).toBe(false);
  expect(belongTogether({ cert: 'x', key: two.key })).toBe(false);
});

async function write(pair: { cert: string; key: string }, folder = dir): Promise<void> {
  await writeFile(path.join(folder, 'tls.crt'), pair.cert);
  await writeFile(path.join(folder, 'tls.key'), pair.key);
}

/** `tls.crt` → `..data/tls.crt`, `..data` → a folder; only the second link is replaced. */
async function swapTo(name: string, pair: { cert: string; key: string }): Promise<void> {
  await mkdir(path.join(dir, name));
  await write(pair, path.join(dir, name));
  await symlink(name, path.join(dir, '..data_tmp'));
  await rename(path.join(dir, '..data_tmp'), path.join(dir, '..data'));
  for (const file of ['tls.crt', 'tls.key'])
    await symlink(path.join('..data', file), path.join(dir, file)).catch(() => undefined);
}

function start(options: { waitMs?: number } = {}): AsyncDisposable & {
  served: string[];
  clock: ManualClock;
  tick(): Promise<void>;
} {
  const clock = new ManualClock();
  const controller = new AbortController();
  const served: string[] = [];
  const run = certificateFiles({ dir, clock, ...options }).run(contextOf(controller.signal), ({ cert }) =>
    served.push(cert),
  );
  const tick = async (): Promise<void> => {
    await eventually(() => expect(clock.pendingTimers).toBe(1));
    clock.advance(10_000);
    await eventually(() => expect(clock.pendingTimers).toBe(1));
  };
  return {
    served,
    clock,
    tick,
    async [Symbol.asyncDispose]() {
      controller.abort();
      await run;
    },
  };
}
