/** Results of a scorecard in the forms that operator-sdk prints. */
import type { TestResult } from './built-in-tests.js';
import type { ScorecardTest } from './configuration.js';

/** A test and how it ended; no result when tests are only listed. */
export interface ScorecardItem {
  readonly test: ScorecardTest;
  readonly result?: TestResult;
}

const apiVersion = 'scorecard.operatorframework.io/v1alpha3';

/** For people. */
export function textReport(items: readonly ScorecardItem[]): string {
  if (items.length === 0) return '0 tests selected\n';
  return items.map((item) => `${itemLines(item).join('\n')}\n\n`).join('');
}

function itemLines({ test: { image, entrypoint, labels }, result }: ScorecardItem): string[] {
  const pairs = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    '-'.repeat(80),
    `Image:      ${image}`,
    `Entrypoint: [${entrypoint.join(' ')}]`,
    ...block(
      'Labels:',
      '',
      pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`),
    ),
    ...(result === undefined ? [] : resultLines(result)),
  ];
}

function resultLines({ name, state, suggestions, errors }: TestResult): string[] {
  return [
    'Results:',
    `\tName: ${name}`,
    `\tState: ${state}`,
    ...block('Suggestions:', '\t', suggestions),
    ...block('Errors:', '\t', errors),
  ];
}

function block(title: string, indent: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${indent}${title}`, ...lines.map((line) => `${indent}\t${line}`)];
}

/** For programs: a TestList. */
export function jsonReport(items: readonly ScorecardItem[]): string {
  const list = {
    kind: 'TestList',
    apiVersion,
    items: items.map(({ test, result }) => ({
      kind: 'Test',
      apiVersion,
      spec: test,
      status: result === undefined ? {} : { results: [result] },
    })),
  };
  return `${JSON.stringify(list, undefined, 2)}\n`;
}

/** For CI systems: a test suite for each test. */
export function xunitReport(items: readonly ScorecardItem[]): string {
  const suites = items.map(({ test, result }, index) => {
    const name = test.labels['test'] ?? `testsuite-${String(index + 1).padStart(3, '0')}`;
    const properties = [
      ['spec.image', test.image],
      ['spec.entrypoint', test.entrypoint.join(' ')],
      ['labels.test', name],
    ];
    const [failures, errors] = ['fail', 'error'].map((state) => Number(result?.state === state));
    return [
      `  <testsuite name="${escaped(name)}" tests="${Number(result !== undefined)}" skipped="0" failures="${failures}" errors="${errors}">`,
      '    <properties>',
      ...properties.map(
        ([key = '', value = '']) => `      <property name="${key}" value="${escaped(value)}"></property>`,
      ),
      '    </properties>',
      ...(result === undefined ? [] : caseLines(result)),
      '  </testsuite>',
    ].join('\n');
  });
  return `${['<testsuites name="scorecard">', ...suites, '</testsuites>'].join('\n')}\n`;
}

function caseLines({ name, state, errors, suggestions }: TestResult): string[] {
  const kind = { pass: undefined, fail: 'failure', error: 'error' }[state];
  return [
    `    <testcase name="${escaped(name)}" classname="scorecard">`,
    ...(kind === undefined ? [] : [`      <${kind} type="${kind}">${escaped(errors.join('\n'))}</${kind}>`]),
    `      <system-out>${escaped(suggestions.join('\n'))}</system-out>`,
    '    </testcase>',
  ];
}

/** XML has no place for other control characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
