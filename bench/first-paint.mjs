#!/usr/bin/env node
// How soon each page of the site is painted in Chromium, from this machine, beside a page with one word.
// Usage: node bench/first-paint.mjs [folder ...], such as the sites of two commits, built by `node scripts/docs-book.mjs <folder>`;
// without a folder the site is built. KBTS_BENCH_ROUNDS is how often each page is opened, KBTS_BENCH_PAGES a pattern of addresses.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { serve } from '../scripts/site/serve.mjs';
import { median, verdict } from './measure.mjs';

const rounds = Number(process.env.KBTS_BENCH_ROUNDS ?? 5);
const wanted = new RegExp(process.env.KBTS_BENCH_PAGES ?? '');
const root = path.dirname(import.meta.dirname);
const work = mkdtempSync(path.join(tmpdir(), 'kbts-first-paint-'));

/** The browser that the tests of the site drive. */
async function loadBrowser() {
  const outfile = path.join(work, 'browser.mjs');
  await build({
    entryPoints: [path.join(root, 'test/docs/site/browser.ts')],
    outfile,
    platform: 'node',
    format: 'esm',
  });
  return import(pathToFileURL(outfile).href);
}

function buildSite() {
  const folder = path.join(work, 'book');
  const { status } = spawnSync(process.execPath, ['scripts/docs-book.mjs', folder], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('the site could not be built');
  return folder;
}

function pagesOf(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.html') && file !== '404.html' && wanted.test(file))
    .sort();
}

async function firstPaint(tab, url) {
  // The page before still loads what its links lead to.
  await tab.open('about:blank');
  await tab.open(url);
  await tab.until(`performance.getEntriesByName('first-contentful-paint').length > 0`);
  return tab.evaluate(`performance.getEntriesByName('first-contentful-paint')[0].startTime`);
}

/** Opens all pages in turn, and the one with one word before every tenth: other programs come and go. */
async function measure(tab, empty, cases) {
  for (let round = 0; round < rounds; round++)
    for (const [index, { url, times }] of cases.entries()) {
      if (index % 10 === 0) empty.times.push(await firstPaint(tab, empty.url));
      times.push(await firstPaint(tab, url));
    }
}

/** Prints the slowest pages of a site, and judges the slowest of all. */
function show(name, pages, empty) {
  const slowFirst = pages
    .map(({ page, times }) => ({ page, ms: median(times), best: Math.min(...times) }))
    .toSorted((one, other) => other.ms - one.ms);
  const middle = slowFirst[slowFirst.length >> 1];
  const base = { page: 'a page with one word', ms: median(empty.times), best: Math.min(...empty.times) };
  console.log(`\nfirst paint, ${name}: ${pages.length} pages, each opened ${rounds} times`);
  for (const { page, ms, best } of [
    base,
    { ...middle, page: `in the middle: ${middle.page}` },
    ...slowFirst.slice(0, 10),
  ])
    console.log(
      `  ${page.padEnd(48)} ${ms.toFixed(0).padStart(5)} ms median ${best.toFixed(0).padStart(5)} ms best ${(ms / base.ms).toFixed(2).padStart(6)}x`,
    );
  // 200 ms on an idle machine with two cores, where the page with one word takes 48.
  const value = slowFirst[0].ms / base.ms;
  verdict({ what: `first paint of the slowest page / of one word (${name})`, value, most: 4.2 });
}

const { findBrowser, openTab } = await loadBrowser();
const browser = findBrowser();
if (browser === undefined) console.log('first paint: there is no chromium on the PATH, nothing was measured');
else {
  writeFileSync(path.join(work, 'empty.html'), '<!doctype html><title>empty</title><p>word</p>');
  const folders = process.argv.length > 2 ? process.argv.slice(2) : [buildSite()];
  const servers = await Promise.all([work, ...folders].map((folder) => serve(path.resolve(folder))));
  const tab = await openTab(browser);
  try {
    await tab.look(1280, 900, 'light');
    const empty = { url: `${servers[0].origin}/empty.html`, times: [] };
    const sites = folders.map((folder, index) =>
      pagesOf(folder).map((page) => ({ page, url: `${servers[index + 1].origin}/${page}`, times: [] })),
    );
    // A page and its twin of another site are neighbours.
    const byName = sites.flat().toSorted((one, other) => (one.page < other.page ? -1 : 1));
    await measure(tab, empty, byName);
    for (const [index, pages] of sites.entries()) show(path.basename(folders[index]), pages, empty);
  } finally {
    await tab.close();
    await Promise.all(servers.map((server) => server.close()));
  }
}
rmSync(work, { recursive: true });
