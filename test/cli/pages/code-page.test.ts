import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { diagnosticPage, errorPage } from '../../../src/cli/pages/code-page.js';
import { docsFolder } from '../../../src/cli/pages/docs-folder.js';
import { DIAGNOSTIC_CODES } from '../../../src/model/diagnostic-codes.js';

/** The members of the union, as src/errors.ts spells them. */
async function errorCodes(): Promise<string[]> {
  const union = /export type ErrorCode =([^;]*);/.exec(await readFile('src/errors.ts', 'utf8'))?.[1] ?? '';
  return [...union.matchAll(/'([a-z-]+)'/g)].map(([, code = '']) => code);
}

test('every code has a page, and every page has the heading that its address names', async () => {
  const docs = docsFolder(process.cwd());
  const pages = [
    ...(await errorCodes()).map((code) => errorPage(docs, code)),
    ...Object.keys(DIAGNOSTIC_CODES).map((code) => diagnosticPage(docs, code)),
  ];

  expect(pages.length).toBeGreaterThan(80);
  for (const page of pages) {
    const [file = '', anchor = ''] = page?.split('#') ?? [];
    expect(await readFile(file, 'utf8'), page).toMatch(new RegExp(`^##+ ${anchor}$`, 'm'));
  }
});

test('codes of other programs, and a package without its documentation, have no page', () => {
  expect(diagnosticPage('docs', 'types')).toBeUndefined();
  expect(diagnosticPage('docs', 'toString')).toBeUndefined();
  expect([diagnosticPage(undefined, 'syntax'), errorPage(undefined, 'drift')]).toEqual([undefined, undefined]);
});
