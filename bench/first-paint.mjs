#!/usr/bin/env node
// How soon each page of the site is painted in Chromium, from this machine, wide and narrow, light and dark, beside a page with
// one word, and how much work it is for the thread of the page until then: other programs delay the paint, but change the work little.
// Usage: node bench/first-paint.mjs [folder ...], such as the sites of two commits, built by `node scripts/docs-book.mjs <folder>`;
// without a folder the site is built. KBTS_BENCH_ROUNDS is how often each page is opened, KBTS_BENCH_PAGES a pattern of
// addresses, KBTS_BENCH_LOOKS one of windows ("1280", "dark").
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { serve } from '../scripts/site/serve.mjs';
import { median } from './measure.mjs';

const rounds = Number(process.env.KBTS_BENCH_ROUNDS ?? 5);
const wanted = new RegExp(process.env.KBTS_BENCH_PAGES ?? '');
const looks = [1280, 390]
  .flatMap((width) => ['light', 'dark'].map((scheme) => ({ width, scheme, name: `${width} ${scheme}` })))
  .filter(({ name }) => new RegExp(process.env.KBTS_BENCH_LOOKS ?? '').test(name));
const root = path.dirname(import.meta.dirname);
const temporary = mkdtempSync(path.join(tmpdir(), 'kbts-first-paint-'));

/** The browser that the tests of the site drive. */
async function loadBrowser() {
  const outfile = path.join(temporary, 'browser.mjs');
  await build({
    entryPoints: [path.join(root, 'test/docs/site/browser.ts')],
    outfile,
    platform: 'node',
    format: 'esm',
  });
  return import(pathToFileURL(outfile).href);
}

function buildSite() {
  const folder = path.join(temporary, 'book');
  const { status } = spawnSync(process.execPath, ['scripts/docs-book.mjs', folder], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('the site could not be built');
  return folder;
}

function pagesOf(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.html') && file !== '404.html' && wanted.test(file))
    .sort();
}

async function openPage(tab, look, { url, paints, works }) {
  // The page before still loads what its links lead to.
  await tab.open('about:blank');
  await tab.open(url);
  await tab.until(`performance.getEntriesByName('first-contentful-paint').length > 0`);
  works[look].push(await tab.busy());
  paints[look].push(await tab.evaluate(`performance.getEntriesByName('first-contentful-paint')[0].startTime`));
}

/** Opens all pages in turn, and the one with one word before every tenth: other programs come and go. */
async function measure(tab, empty, pages) {
  for (let round = 0; round < rounds; round++)
    for (const { width, scheme, name } of looks) {
      await tab.look(width, 900, scheme);
      for (const [index, page] of pages.entries()) {
        if (index % 10 === 0) await openPage(tab, name, empty);
        await openPage(tab, name, page);
      }
    }
}

const byLook = () => Object.fromEntries(looks.map(({ name }) => [name, []]));
const caseOf = (page, url) => ({ page, url, paints: byLook(), works: byLook() });

/** A reader does not notice a page that is painted within this time. */
const goalMs = 200;

const row = ({ page, paints, works }) => ({
  page,
  paints: Object.fromEntries(looks.map(({ name }) => [name, median(paints[name])])),
  paint: Math.max(...looks.map(({ name }) => median(paints[name]))),
  work: median(Object.values(works).flat()),
});

const milliseconds = (value) => value.toFixed(0).padStart(5);

/** Prints the pages of a site that are painted last, and how many are painted late in each window. */
function show(name, pages, empty) {
  const slowFirst = pages.map(row).toSorted((one, other) => other.paint - one.paint);
  const base = row(empty);
  const middle = slowFirst[slowFirst.length >> 1];
  console.log(
    `\n${name}: ${pages.length} pages, each opened ${rounds} times in each window; milliseconds to first paint`,
  );
  console.log(`  ${' '.repeat(50)} ${looks.map((look) => look.name.padStart(10)).join(' ')}   work`);
  const shown = [base, { ...middle, page: `middle: ${middle.page}` }, ...slowFirst.slice(0, 10)];
  const late = slowFirst.filter(({ paint }) => paint > goalMs);
  for (const { page, paints, work } of [...shown, ...late.filter((one) => !shown.includes(one))]) {
    const times = looks.map((look) => milliseconds(paints[look.name]).padStart(10));
    console.log(`  ${page.padEnd(50)} ${times.join(' ')}  ${milliseconds(work)}`);
  }
  for (const look of looks) {
    const [latest] = slowFirst.toSorted((one, other) => other.paints[look.name] - one.paints[look.name]);
    const count = slowFirst.filter(({ paints }) => paints[look.name] > goalMs).length;
    const time = latest.paints[look.name];
    const ratio = (median(slowFirst.map(({ paints }) => paints[look.name])) / base.paints[look.name]).toFixed(2);
    console.log(
      `  ${look.name}: painted after ${goalMs} ms: ${count} pages; the latest is ${latest.page}, ${time.toFixed(0)} ms`,
    );
    console.log(`  ${look.name}: the median page takes ${ratio}x as long as the page with one word`);
  }
}

const { findBrowser, openTab } = await loadBrowser();
const browser = findBrowser();
if (browser === undefined) console.log('first paint: there is no chromium on the PATH, nothing was measured');
else {
  writeFileSync(path.join(temporary, 'empty.html'), '<!doctype html><title>empty</title><p>word</p>');
  const folders = process.argv.length > 2 ? process.argv.slice(2) : [buildSite()];
  const servers = await Promise.all([temporary, ...folders].map((folder) => serve(path.resolve(folder))));
  const tab = await openTab(browser);
  try {
    const empty = caseOf('a page with one word', `${servers[0].origin}/empty.html`);
    const sites = folders.map((folder, index) =>
      pagesOf(folder).map((page) => caseOf(page, `${servers[index + 1].origin}/${page}`)),
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
rmSync(temporary, { recursive: true });
