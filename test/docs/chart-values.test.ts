/** The page on publishing names every value that a chart can have, and no other. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { featureNames } from '../../src/ship/chart/features.js';
import { fieldsOf } from '../../src/ship/chart/value-fields.js';
import { deployment } from '../ship/bundle/operator-objects.js';

/** Names in the first column of the table; one that begins with a point is beside the one before it. */
function documented(page: string): string[] {
  const [, table = ''] = /\| value \| what it decides \| default \|\n\| --- \|.*\n((?:\|.*\n)+)/.exec(page) ?? [];
  return table.split('\n').flatMap((row) => {
    let before = '';
    return [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => {
      before = name.startsWith('.') ? before.replace(/\.[^.]*$/, name) : name;
      return before;
    });
  });
}

test('the table of values has all of them', () => {
  const values = fieldsOf({
    deployment: deployment({ env: [{ name: 'WATCH_NAMESPACE', value: 'a' }] }),
    image: { repository: 'a', tag: 'b', digest: '' },
    available: featureNames,
    enabled: [],
    hasCrds: true,
    longestName: 43,
  });
  expect(documented(readFileSync('docs/book/publishing.md', 'utf8')).sort()).toEqual(Object.keys(values).sort());
});
