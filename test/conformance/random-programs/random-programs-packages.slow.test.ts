/** Types that come from packages: type-fest's most used ones, and what zod infers. TypeScript is the judge. */
import { describe, expect, test } from 'vitest';
import { type ManifestsPlan, planManifests } from '../../../src/commands/manifests/manifests-plan.js';
import { expectedOf } from './expected.js';
import { judge } from './judge.js';
import { isRefused, observedOf } from './observed.js';
import types from './type-fest.json' with { type: 'json' };

/** The most used types of type-fest: those that work, and those that are refused with a place and a remedy. */
const { work: WORK, refused: REFUSED } = types;

const HEAD = `// +groupName=fest.kbts.dev

import type { CustomResource } from 'kbts/runtime';
import type * as fest from 'type-fest';
interface Big { a: string; b?: number; c: { d: string; e?: string[] } }
`;

function source(type: string): string {
  return `${HEAD}export interface Row extends CustomResource<Spec> {}\nexport interface Spec { field: fest.${type} }\n`;
}

function plan(text: string): Promise<ManifestsPlan> {
  const overlay = new Map([['fest/v1/types.ts', text]]);
  return planManifests({ root: process.cwd(), paths: ['fest'], overlay, generators: ['crd'] });
}

describe('type-fest', () => {
  test.each(WORK)('%s', { timeout: 60_000 }, async (type) => {
    const text = source(type);
    const judged = judge(text);
    const symbol = judged.fields.get('field');
    const { model, diagnostics } = await plan(text);
    const schema = model.kinds[0]?.schema.properties?.['spec']?.properties?.['field'] ?? {};
    if (symbol === undefined) throw new Error('no field');

    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(observedOf(schema)).toEqual(
      expectedOf(judged, [judged.checker.getTypeOfSymbolAtLocation(symbol, judged.node)]),
    );
    expect(JSON.stringify(schema)).not.toMatch(/"description":"(?!Known values: a, b\.)/);
  });

  test.each(REFUSED)('%s is refused with a remedy', { timeout: 60_000 }, async (type) => {
    const { model, diagnostics } = await plan(source(type));
    const errors = diagnostics.filter(({ severity }) => severity === 'error');

    expect(errors.length).toBeGreaterThan(0);
    for (const { fix, position } of errors)
      expect([fix, position?.file]).toEqual([expect.any(String), 'fest/v1/types.ts']);
    expect(isRefused(model.kinds[0]?.schema ?? {})).toBe(true);
  });
});

test('what zod infers is read', { timeout: 60_000 }, async () => {
  const text = `${HEAD}import { z } from 'zod';
export const spec = z.object({ a: z.string(), b: z.number().optional(), c: z.enum(['x', 'y']) });
export interface Row extends CustomResource<z.infer<typeof spec>> {}
`;
  const { model, diagnostics } = await plan(text);

  expect(diagnostics).toEqual([]);
  expect(model.kinds[0]?.schema.properties?.['spec']).toEqual({
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'string', enum: ['x', 'y'] } },
    required: ['a', 'c'],
  });
});
