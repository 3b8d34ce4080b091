/** A reporter that ends a failed run with one line per failure, so that the tail of a long log says what failed. */
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

export class FailuresLast implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap(failuresOf);
    if (lines.length > 0) process.stdout.write(`\nFailed:\n${lines.map((line) => `  ${line}\n`).join('')}`);
  }
}

function failuresOf(module: TestModule): string[] {
  const file = path.relative(process.cwd(), module.moduleId);
  const tests = [...module.children.allTests('failed')].map((test) => {
    const reason = test.result().errors?.[0]?.message.split('\n', 1)[0] ?? '';
    return `${file} > ${test.fullName}: ${reason}`.slice(0, 240);
  });
  const outside = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
  return [...tests, ...outside.map(({ message }) => `${file}: ${message.split('\n', 1)[0]}`.slice(0, 240))];
}
