// How often each test ran and failed.
import path from 'node:path';

export class Tally {
  /** Test, file or run → how often it ran, how often it failed, its first error and the log of that round. */
  #counts = new Map();
  #rounds = 0;
  #testsPerRound = 0;

  /** Adds one round; returns how many failures it had. */
  add({ log, exitCode, report }) {
    this.#rounds++;
    this.#testsPerRound = Math.max(this.#testsPerRound, report?.numTotalTests ?? 0);
    const results = (report?.testResults ?? []).flatMap(resultsOf);
    const failures = results.filter(({ error }) => error !== undefined).length;
    // Errors outside of tests show in the exit code alone.
    const isUnexplained = exitCode !== 0 && failures === 0;
    const run = { name: 'vitest', error: isUnexplained ? `ended with exit code ${exitCode}` : undefined };
    for (const result of [...results, run]) this.#count(result, log);
    return failures + (isUnexplained ? 1 : 0);
  }

  #count({ name, error }, log) {
    const count = this.#counts.get(name) ?? { runs: 0, failures: 0 };
    this.#counts.set(name, count);
    count.runs++;
    if (error === undefined) return;
    count.failures++;
    count.first ??= [firstLine(error), log];
  }

  get hasFailures() {
    return this.#failed().length > 0;
  }

  /** Tests that failed most often come first. */
  summary() {
    const failed = this.#failed().sort(([, left], [, right]) => right.failures - left.failures);
    const lines = failed.flatMap(([name, { runs, failures, first }]) => [
      `${name}: failed ${failures} of ${runs}`,
      ...first.map((line) => `  ${line}`),
    ]);
    return [...lines, `${this.#testsPerRound} tests, ${this.#rounds} rounds, ${failed.length} flaky or broken`].join(
      '\n',
    );
  }

  #failed() {
    return [...this.#counts].filter(([, { failures }]) => failures > 0);
  }
}

/** The tests that ran, and the file itself: it fails when it cannot be loaded, or when a hook fails. */
function resultsOf({ name, status, message, assertionResults }) {
  const file = path.relative('', name);
  const ran = assertionResults.filter((test) => test.status === 'passed' || test.status === 'failed');
  const tests = ran.map((test) => ({
    name: [file, ...test.ancestorTitles, test.title].join(' > ').replace(/\s+/g, ' '),
    error: test.status === 'failed' ? (test.failureMessages[0] ?? 'no message') : undefined,
  }));
  const hasFailedTest = ran.some((test) => test.status === 'failed');
  // The report has no message for a hook of a group.
  const isBroken = status === 'failed' && (message !== '' || !hasFailedTest);
  return [...tests, { name: file, error: isBroken ? message || 'failed outside of its tests' : undefined }];
}

function firstLine(text) {
  return text.trim().split('\n')[0];
}
