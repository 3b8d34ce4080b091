/** Tests what the compiler says about single uses of an API. Needs a build: types of kbts come from `dist`. */
import { beforeAll, expect, test } from 'vitest';
import { type CheckSettings, typecheck } from './typecheck.js';

/** Statements after a module that declares what they need. */
export interface Uses {
  readonly model: string;
  readonly right: readonly string[];
  /** Each with words of its message. */
  readonly wrong: readonly (readonly [code: string, says: string])[];
}

/** One test for each use. */
export function testUses({ model, right, wrong }: Uses, settings: CheckSettings = {}): void {
  let messages: readonly string[];
  beforeAll(async () => {
    messages = await messagesOf(model, [...right, ...wrong.map(([code]) => code)], settings);
  }, 120_000);

  test.each(right.map((code, index) => [code, index] as const))('compiles: %s', (_, index) => {
    expect(messages[index]).toBe('');
  });

  test.each(wrong.map(([code, says], index) => [code, says, index] as const))('refuses %s', (_, says, index) => {
    expect(messages[right.length + index]).toContain(says);
  });
}

/** What the compiler says about each use; uses are lines of one module. */
async function messagesOf(model: string, uses: readonly string[], settings: CheckSettings): Promise<string[]> {
  const lines = uses.map((code) => `{ ${code.replaceAll(/\n\s*/g, ' ')}; }`);
  const start = model.split('\n').length;
  const output = await typecheck(new Map([['uses.ts', [model, ...lines, 'export {};'].join('\n')]]), {
    ...settings,
    options: {
      exactOptionalPropertyTypes: true,
      noImplicitReturns: true,
      noUncheckedIndexedAccess: true,
      noUnusedLocals: false,
      ...settings.options,
    },
  });
  const found: string[] = uses.map(() => '');
  for (const message of output.split(/^(?=\S)/m).filter((one) => one !== '')) {
    const [, line] = /uses\.ts\((\d+),\d+\): error/.exec(message) ?? [];
    if (!(Number(line) > start)) throw new Error(message);
    found[Number(line) - start - 1] += message;
  }
  return found;
}
