import { expect, test } from 'vitest';
import { compareSuites, goResults, reportResults } from './results.mjs';

test('results of go test are read with their subtests', () => {
  const output = '=== RUN TestA\n--- PASS: TestA (0.1s)\n    --- FAIL: TestA/b (0s)\n--- SKIP: TestC (0s)\n';

  expect([...goResults(output)]).toEqual([
    ['TestA', true],
    ['TestA/b', false],
  ]);
});

test('results of Ginkgo are read with numbered titles, without skipped specs', () => {
  const spec = { LeafNodeType: 'It', ContainerHierarchyTexts: ['Pods'], LeafNodeText: 'run', State: 'passed' };
  const specs = [spec, { ...spec, State: 'failed' }, { ...spec, LeafNodeText: 'wait', State: 'skipped' }];

  expect([...reportResults([{ SpecReports: specs }, {}])]).toEqual([
    ['It Pods run', true],
    ['It Pods run #2', false],
  ]);
});

test('a test that is missing in one run counts as failed there', () => {
  const real = new Map([
    ['a', true],
    ['b', true],
    ['c', false],
  ]);
  const embedded = new Map([
    ['a', true],
    ['c', true],
  ]);

  expect(compareSuites(real, embedded)).toEqual({ both: ['a'], onlyReal: ['b'], onlyEmbedded: ['c'] });
});
