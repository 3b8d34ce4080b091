/** A reporter that ends a run with its time, its slowest files, what was skipped, and which part of long tests ran. */
import path from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { part } from '../part.js';

const SLOWEST = 10;

export class RunSummary implements Reporter {
  #startedAt = 0;
  #lanes: readonly string[] = [];

  onInit(vitest: Vitest): void {
    this.#startedAt = performance.now();
    this.#lanes = vitest.projects.map(({ name }) => name);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // A few files are what somebody works on: only whole lanes need a summary.
    if (modules.length <= SLOWEST) return;
    const lines = [
      `Ran ${this.#lanes.join(', ')} in ${minutes(performance.now() - this.#startedAt)}; part ${part} of long tests.`,
      'Slowest files:',
      ...slowest(modules).map((row) => `  ${row}`),
      ...skipped(modules),
    ];
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}

function slowest(modules: readonly TestModule[]): string[] {
  return modules
    .map((module) => ({ file: nameOf(module), ms: module.diagnostic().duration }))
    .toSorted((left, right) => right.ms - left.ms)
    .slice(0, SLOWEST)
    .map(({ file, ms }) => `${minutes(ms).padStart(5)}  ${file}`);
}

/** Each skipped test with the reason that it or `skip()` gives. */
function skipped(modules: readonly TestModule[]): string[] {
  const rows = modules.flatMap((module) =>
    [...module.children.allTests('skipped')].map((test) => {
      const result = test.result();
      const note = result.state === 'skipped' ? result.note : undefined;
      return `  ${nameOf(module)} > ${test.fullName}${note === undefined ? '' : `: ${note}`}`;
    }),
  );
  return rows.length === 0 ? ['Skipped: none'] : [`Skipped: ${rows.length}`, ...rows];
}

function nameOf({ moduleId }: TestModule): string {
  return path.relative(process.cwd(), moduleId);
}

/** 1:05 for 65 seconds. */
export function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
