/** A reporter that ends a failed run with one line per failure, so that the tail of a long log says what failed. */
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

export class FailuresLast implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { readonly message: string }[] = []): void {
    const lines = [...modules.flatMap(failuresOf), ...unhandled.map(({ message }) => `outside of tests: ${message}`)];
    const shown = lines.map((line) => `  ${line.replaceAll(/\s+/g, ' ').trim().slice(0, 240)}\n`);
    if (lines.length > 0) process.stdout.write(`\nFailed:\n${shown.join('')}`);
  }
}

function failuresOf(module: TestModule): string[] {
  const file = path.relative(process.cwd(), module.moduleId);
  const tests = [...module.children.allTests('failed')].map((test) => {
    const reason = test.result().errors?.[0]?.message.split('\n', 1)[0] ?? '';
    return `${file} > ${test.fullName}: ${reason}`;
  });
  const outside = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
  return [...tests, ...outside.map(({ message }) => `${file}: ${message.split('\n', 1)[0]}`)];
}
