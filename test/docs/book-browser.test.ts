import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, openTab, type Tab } from './browser.js';

// CI installs one and sets KBTS_BROWSER=required. Elsewhere a missing browser is no reason to fail.
const browser = findBrowser();
if (browser === undefined && process.env.KBTS_BROWSER === 'required')
  throw new Error('there is no chromium on the PATH: install it, or unset KBTS_BROWSER');

describe.skipIf(browser === undefined)('the book in a real browser', () => {
  let folder: string;
  let tab: Tab;
  const address = (page: string) => pathToFileURL(path.join(folder, page)).href;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'kbts-book-'));
    const { status, stderr } = spawnSync(process.execPath, ['scripts/docs-book.mjs', folder], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    tab = await openTab(browser ?? '');
  }, 120_000);
  afterAll(async () => {
    await tab?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('every page opens without complaint, has a title, and does not run over the side', async () => {
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
    const wide: string[] = [];
    for (const page of pages) {
      await tab.open(address(page));
      expect(await tab.evaluate<string>('document.querySelector("h1")?.textContent ?? ""'), page).not.toBe('');
      if (await tab.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth + 1')) wide.push(page);
    }

    expect(pages.length).toBeGreaterThan(20);
    expect([tab.complaints, wide]).toEqual([[], []]);
  }, 300_000);

  test('search finds a chapter by keyboard alone', async () => {
    await tab.open(address('index.html'));
    await tab.press('/');
    for (const letter of 'finalizer') await tab.press(letter);
    await tab.until('document.querySelectorAll("#results a").length > 0');
    await tab.press('Enter');
    await tab.until('!location.pathname.endsWith("/index.html") && document.readyState === "complete"');

    expect(await tab.evaluate<string>('document.body.textContent')).toMatch(/finalizer/i);
  }, 60_000);

  test('what is not there is not found', async () => {
    await tab.open(address('index.html'));
    await tab.press('/');
    for (const letter of 'qqzx') await tab.press(letter);
    await tab.until('document.getElementById("query").value === "qqzx"');

    expect(await tab.evaluate<boolean>('document.getElementById("results").hidden')).toBe(true);
  }, 60_000);

  test('a reader gets from chapter to chapter by clicking', async () => {
    await tab.open(address('quick-start.html'));
    await tab.evaluate('document.querySelector(\'nav a[href="cache.html"]\').click()');
    await tab.until('location.pathname.endsWith("/cache.html") && document.readyState === "complete"');

    expect(await tab.evaluate<string>('document.querySelector("nav [aria-current=page]").textContent')).toMatch(
      /cache/i,
    );
  }, 60_000);
});
