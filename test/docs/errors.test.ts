import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** The members of the union, as src/errors.ts spells them. */
async function declaredCodes(): Promise<string[]> {
  const source = await readFile('src/errors.ts', 'utf8');
  const union = /export type ErrorCode =([^;]*);/.exec(source)?.[1] ?? '';
  return [...union.matchAll(/'([a-z-]+)'/g)].map(([, code]) => code ?? '');
}

async function documentedCodes(): Promise<{ code: string; text: string }[]> {
  const page = await readFile('docs/errors.md', 'utf8');
  return page
    .split(/^### /m)
    .slice(1)
    .map((section) => ({ code: section.slice(0, section.indexOf('\n')).trim(), text: section }));
}

test('every error code is explained, and every explained code exists', async () => {
  const declared = await declaredCodes();
  const documented = (await documentedCodes()).map(({ code }) => code);

  expect(declared.length).toBeGreaterThan(20);
  expect(documented.toSorted()).toEqual(declared.toSorted());
});

test('every explanation says how to fix the error', async () => {
  const without = (await documentedCodes()).filter(({ text }) => !/^Fix: /m.test(text));

  expect(without.map(({ code }) => code)).toEqual([]);
});

test('every example ends with the code it explains', async () => {
  const wrong = (await documentedCodes()).filter(({ code, text }) => {
    const shown = [...text.matchAll(/^error ([a-z-]+):/gm)].map(([, name]) => name);
    return shown.length > 0 && shown.at(-1) !== code;
  });

  expect(wrong.map(({ code }) => code)).toEqual([]);
});
