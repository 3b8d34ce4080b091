/** Each scenario of the fault suite with few objects; `make faults` runs them at full length. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { ensureBinaries } from '../../testing/real-binaries.js';
import type { ScenarioName } from '../settings/scenario-names.js';

beforeAll(() => ensureBinaries(), 600_000);

const short: Readonly<Record<ScenarioName, readonly string[]>> = {
  'third-party-webhook': ['--seconds', '8', '--objects', '30'],
  'gone-watches': ['--seconds', '8', '--objects', '30'],
  'failing-keys': ['--objects', '600'],
  'late-reads': ['--objects', '20'],
  rotation: ['--seconds', '15', '--objects', '60'],
  'many-objects': ['--objects', '2000'],
};

test.each(Object.entries(short))(
  'nothing is lost or done twice: %s',
  async (scenario, size) => {
    const program = path.join(import.meta.dirname, '..', 'run.mjs');
    const child = spawn(process.execPath, [program, '--scenario', scenario, ...size], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = once(child, 'exit');

    const report = JSON.parse(await text(child.stdout)) as { problems: string[] };
    const [code] = await ended;

    expect(report.problems).toEqual([]);
    expect(code).toBe(0);
  },
  600_000,
);
