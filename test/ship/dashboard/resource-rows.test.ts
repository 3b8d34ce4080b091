import { expect, test } from 'vitest';
import { resourceRows } from '../../../src/ship/dashboard/resource-rows.js';

test('every legend names labels that its question keeps', () => {
  for (const { expr, legend } of resourceRows().flatMap(({ panels }) => panels.flatMap(({ queries }) => queries))) {
    const kept = /by \(([^)]*)\)/.exec(expr)?.[1]?.split(', ') ?? [];
    for (const [, label] of legend.matchAll(/\{\{(\w+)\}\}/g)) expect(kept).toContain(label);
  }
});
