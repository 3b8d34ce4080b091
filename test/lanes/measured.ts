/**
 * A reporter that keeps the seconds of slow files when KBTS_MEASURE=1 asks for it. Lanes start with the slowest file, and
 * the thorough lane is cut into parts by them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Less makes no difference to any order. */
const LEAST_SECONDS = 5;

/** Where the seconds of a vitest project are kept. */
export function secondsFile(project: string): string | undefined {
  if (project === 'thorough') return 'test/lanes/thorough-seconds.json';
  return project === 'real' || project === 'slow' ? 'test/lanes/real-seconds.json' : undefined;
}

export class Measured implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (process.env['KBTS_MEASURE'] !== '1') return;
    const slices = Number((process.env['KBTS_SLICE'] ?? '0/1').split('/')[1]);
    const lanes = new Map<string, Record<string, number>>();
    for (const module of modules) {
      const file = secondsFile(module.project.name);
      if (file === undefined) continue;
      const measured = lanes.get(file) ?? {};
      lanes.set(file, measured);
      measured[nameOf(module)] = secondsOf(module, slices);
    }
    for (const [file, measured] of lanes) {
      const known = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
      writeFileSync(file, `${JSON.stringify(merged(known, measured), null, 2)}\n`);
    }
  }
}

/** What was measured replaces what was known, slowest first; files that are quick by now are left out. */
export function merged(
  known: Readonly<Record<string, number>>,
  measured: Readonly<Record<string, number>>,
): Record<string, number> {
  const all = Object.entries({ ...known, ...measured }).filter(([, seconds]) => seconds >= LEAST_SECONDS);
  return Object.fromEntries(all.sort(([one, left], [other, right]) => right - left || (one < other ? -1 : 1)));
}

function nameOf({ moduleId }: TestModule): string {
  return path.relative(process.cwd(), moduleId).replaceAll('\\', '/');
}

function secondsOf(module: TestModule, slices: number): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const ms = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
  return Math.round((ms * slices) / 1000);
}
