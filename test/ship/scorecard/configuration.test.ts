import { expect, test } from 'vitest';
import { ConfigurationProblem, readConfiguration } from '../../../src/ship/scorecard/configuration.js';

const head = 'apiVersion: scorecard.operatorframework.io/v1alpha3\nkind: Configuration\n';

test('tests of all stages, in their order', () => {
  const text = `${head}stages:
- parallel: true
  tests:
  - {image: a, entrypoint: [b, c], labels: {suite: basic}}
  - {image: d}
- tests: [{image: e, storage: {spec: {mountPath: {}}}}]
`;
  expect(readConfiguration(text)).toEqual([
    { image: 'a', entrypoint: ['b', 'c'], labels: { suite: 'basic' } },
    { image: 'd', entrypoint: [], labels: {} },
    { image: 'e', entrypoint: [], labels: {} },
  ]);
});

test('no stages are no tests', () => {
  expect(readConfiguration(head)).toEqual([]);
});

test.each([
  ['', 'not a map'],
  ['a: [', 'not YAML'],
  ['kind: ConfigMap\napiVersion: v1\n', 'not a Configuration'],
  [`${head}stages: {}\n`, 'stages is not a list'],
  [`${head}stages: [1]\n`, 'stages[0] is not a map'],
  [`${head}stages: [{test: []}]\n`, '"test" in stages[0]'],
  [`${head}stages: [{tests: [{}]}]\n`, 'stages[0].tests[0].image'],
  [`${head}stages: [{tests: [{image: a, lables: {}}]}]\n`, '"lables"'],
  [`${head}stages: [{tests: [{image: a, labels: {b: 1}}]}]\n`, 'labels.b'],
  [`${head}stages: [{tests: [{image: a, entrypoint: b}]}]\n`, 'entrypoint is not a list'],
  [`${head}serviceAccount: a\n`, '"serviceAccount"'],
])('%j is refused', (text, word) => {
  expect(() => readConfiguration(text)).toThrow(ConfigurationProblem);
  expect(() => readConfiguration(text)).toThrow(word);
});
