// Shared by the benches: cases are interleaved in one run, and only ratios are judged.
import { appendFileSync } from 'node:fs';

/** Runs every case `rounds` times, in turn; milliseconds by name. */
export async function interleave(rounds, cases) {
  const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(cases)) {
      const started = performance.now();
      await run();
      times[name].push(performance.now() - started);
    }
  }
  return times;
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Prints a table and the ratios; the exit code says whether every budget was met. */
export function report(title, times, ratios) {
  console.log(`\n${title}`);
  for (const [name, values] of Object.entries(times)) {
    const [low, middle] = [Math.min(...values), median(values)].map((value) => value.toFixed(0).padStart(7));
    console.log(`  ${name.padEnd(40)} ${middle} ms median ${low} ms best of ${values.length}`);
  }
  for (const { what, value, budget } of ratios) {
    verdict({ what, value, most: budget });
  }
}

/** Prints which goals are met, kbts beside controller-runtime. The exit code is 1 when one is missed. */
export function judge(goals) {
  console.log('\nkbts / controller-runtime');
  for (const goal of goals) verdict(goal);
}

/**
 * Prints whether a goal is met, which has `least` or `most`: a ratio unless a unit is given. When it is missed, the exit code
 * is 1. `make bench` repeats all of them at its end.
 */
export function verdict({ what, value, least, most, unit = 'x' }) {
  const isMet = (least === undefined || value >= least) && (most === undefined || value <= most);
  const goal = least === undefined ? `at most ${most}${unit}` : `at least ${least}${unit}`;
  const line = `  ${isMet ? 'met   ' : 'MISSED'} ${what.padEnd(66)} ${value.toFixed(2)}${unit} (goal: ${goal})`;
  console.log(line);
  if (process.env.KBTS_BENCH_VERDICTS) appendFileSync(process.env.KBTS_BENCH_VERDICTS, `${line}\n`);
  if (!isMet) process.exitCode = 1;
}
