/** The short run of the fault suite; `make faults` runs the long ones. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ensureBinaries } from '../testing/real-binaries.js';

test('a hundred faults leave nothing behind: no lost event, no second leader, no leftover, no leak', async () => {
  await ensureBinaries();
  const program = path.join(import.meta.dirname, 'run.mjs');
  const size = ['--faults', '100', '--objects', '100', '--restarts', '0.04', '--at-once', '8'];
  const child = spawn(process.execPath, [program, ...size], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');

  const report = JSON.parse(await text(child.stdout)) as { faultsInjected: number; problems: string[] };
  const [code] = await ended;

  expect(report.problems).toEqual([]);
  expect(report.faultsInjected).toBeGreaterThanOrEqual(100);
  expect(code).toBe(0);
}, 1_200_000);
