/** A reporter that ends a failed run with one line per failure, so that the tail of a long log says what failed. */
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** An error that belongs to no test, as vitest serializes it. */
interface Unhandled {
  readonly message: string;
  readonly cause?: unknown;
}

export class FailuresLast implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Unhandled[] = []): void {
    const lines = [...modules.flatMap(failuresOf), ...unhandled.map((error) => `outside of tests: ${chainOf(error)}`)];
    const shown = lines.map((line) => `  ${line.replaceAll(/\s+/g, ' ').trim().slice(0, 240)}\n`);
    if (lines.length > 0) process.stdout.write(`\nFailed:\n${shown.join('')}`);
  }
}

/** The messages of an error and its causes. */
function chainOf({ message, cause }: Unhandled): string {
  const isError = typeof cause === 'object' && cause !== null && 'message' in cause;
  return isError ? `${message} Cause: ${chainOf(cause as Unhandled)}` : message;
}

function failuresOf(module: TestModule): string[] {
  const file = path.relative(process.cwd(), module.moduleId);
  // The process of a worker that ends early takes its file along; vitest does not name the file.
  if (module.state() === 'pending' || module.state() === 'queued') return [`${file}: did not finish`];
  const tests = [...module.children.allTests('failed')].map((test) => {
    const reason = test.result().errors?.[0]?.message.split('\n', 1)[0] ?? '';
    return `${file} > ${test.fullName}: ${reason}`;
  });
  const outside = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
  return [...tests, ...outside.map(({ message }) => `${file}: ${message.split('\n', 1)[0]}`)];
}
