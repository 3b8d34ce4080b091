import { expect, test } from 'vitest';
import { jsonReport, type ScorecardItem, textReport, xunitReport } from '../../../src/ship/scorecard/report.js';

const spec = {
  image: 'scorecard-test:v1',
  entrypoint: ['scorecard-test', 'a'],
  labels: { test: 'a-test', suite: 'olm' },
};
const items: readonly ScorecardItem[] = [
  { test: spec, result: { name: 'a', state: 'fail', errors: ['1 < 2 & "3"'], suggestions: ['do'] } },
  { test: { ...spec, labels: {} }, result: { name: 'b', state: 'pass', errors: [], suggestions: [] } },
];

test('text', () => {
  expect(textReport(items.slice(0, 1))).toBe(`${'-'.repeat(80)}
Image:      scorecard-test:v1
Entrypoint: [scorecard-test a]
Labels:
\t"suite":"olm"
\t"test":"a-test"
Results:
\tName: a
\tState: fail
\tSuggestions:
\t\tdo
\tErrors:
\t\t1 < 2 & "3"

`);
  expect(textReport([])).toBe('0 tests selected\n');
});

test('json', () => {
  expect(JSON.parse(jsonReport([{ test: spec }, ...items]))).toMatchObject({
    kind: 'TestList',
    items: [{ kind: 'Test', spec, status: {} }, { status: { results: [{ state: 'fail' }] } }, {}],
  });
});

test('xunit', () => {
  const control = { name: 'c', state: 'error', errors: ['\u0000\uD800'], suggestions: [] } as const;

  expect(xunitReport([...items, { test: spec, result: control }])).toBe(`<testsuites name="scorecard">
  <testsuite name="a-test" tests="1" skipped="0" failures="1" errors="0">
    <properties>
      <property name="spec.image" value="scorecard-test:v1"></property>
      <property name="spec.entrypoint" value="scorecard-test a"></property>
      <property name="labels.test" value="a-test"></property>
    </properties>
    <testcase name="a" classname="scorecard">
      <failure type="failure">1 &lt; 2 &amp; &quot;3&quot;</failure>
      <system-out>do</system-out>
    </testcase>
  </testsuite>
  <testsuite name="testsuite-002" tests="1" skipped="0" failures="0" errors="0">
    <properties>
      <property name="spec.image" value="scorecard-test:v1"></property>
      <property name="spec.entrypoint" value="scorecard-test a"></property>
      <property name="labels.test" value="testsuite-002"></property>
    </properties>
    <testcase name="b" classname="scorecard">
      <system-out></system-out>
    </testcase>
  </testsuite>
  <testsuite name="a-test" tests="1" skipped="0" failures="0" errors="1">
    <properties>
      <property name="spec.image" value="scorecard-test:v1"></property>
      <property name="spec.entrypoint" value="scorecard-test a"></property>
      <property name="labels.test" value="a-test"></property>
    </properties>
    <testcase name="c" classname="scorecard">
      <error type="error">??</error>
      <system-out></system-out>
    </testcase>
  </testsuite>
</testsuites>
`);
});
