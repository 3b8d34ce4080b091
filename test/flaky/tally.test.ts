import path from 'node:path';
import { expect, test } from 'vitest';
import { type Report, Tally } from '../../scripts/flaky/tally.mjs';

type File = Report['testResults'][number];
const failed = (title: string, message: string) => ({
  ancestorTitles: ['a group'],
  title,
  status: 'failed',
  failureMessages: [message],
});
const passed = (title: string) => ({ ancestorTitles: ['a group'], title, status: 'passed', failureMessages: [] });
const skipped = (title: string) => ({ ...passed(title), status: 'skipped' });
const file = (status: string, message: string, ...assertionResults: File['assertionResults'][number][]): File => ({
  name: path.resolve('test/a.test.ts'),
  status,
  message,
  assertionResults,
});
const report = (...testResults: File[]): Report => ({ numTotalTests: 2, testResults });
const linesOf = (tally: Tally): string[] => tally.summary().split('\n');

test('a test that fails sometimes has a count, its first error and the log of that round', () => {
  const tally = new Tally();

  const failures = [
    tally.add({ log: '1.log', exitCode: 0, report: report(file('passed', '', passed('x'), passed('y'))) }),
    tally.add({ log: '2.log', exitCode: 1, report: report(file('failed', '', passed('x'), failed('y', 'E: 1\n at'))) }),
    tally.add({ log: '3.log', exitCode: 1, report: report(file('failed', '', passed('x'), failed('y', 'E: 2'))) }),
  ];

  expect(failures).toEqual([0, 1, 1]);
  expect(linesOf(tally)).toEqual([
    'test/a.test.ts > a group > y: failed 2 of 3',
    '  E: 1',
    '  2.log',
    '2 tests, 3 rounds, 1 flaky or broken',
  ]);
});

test('a test that was skipped did not run', () => {
  const tally = new Tally();
  tally.add({ log: '1.log', exitCode: 1, report: report(file('failed', 'no set-up', skipped('x'))) });
  tally.add({ log: '2.log', exitCode: 1, report: report(file('failed', '', failed('x', 'E'))) });

  expect(linesOf(tally)).toContain('test/a.test.ts > a group > x: failed 1 of 1');
  expect(linesOf(tally)).toContain('test/a.test.ts: failed 1 of 2');
});

test('the hook of a group fails its file, although the report has no message', () => {
  const tally = new Tally();
  tally.add({ log: '1.log', exitCode: 1, report: report(file('failed', '', skipped('x'))) });

  expect(linesOf(tally).slice(0, 2)).toEqual(['test/a.test.ts: failed 1 of 1', '  failed outside of its tests']);
});

test.each([
  ['an unhandled rejection', report(file('passed', '', passed('x')))],
  ['a run without a report', undefined],
])('%s fails the run', (_, found) => {
  const tally = new Tally();

  expect(tally.add({ log: '1.log', exitCode: 1, report: found })).toBe(1);
  expect(tally.hasFailures).toBe(true);
  expect(linesOf(tally).slice(0, 2)).toEqual(['vitest: failed 1 of 1', '  ended with exit code 1']);
});

test('a run without failures says how much ran', () => {
  const tally = new Tally();
  tally.add({ log: '1.log', exitCode: 0, report: report(file('passed', '', passed('x'), passed('y'))) });

  expect(tally.hasFailures).toBe(false);
  expect(tally.summary()).toBe('2 tests, 1 rounds, 0 flaky or broken');
});
