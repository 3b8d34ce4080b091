/** The built site in a real browser, wide and narrow, light and dark. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, openTab, type Tab } from './browser.js';

// CI installs one and sets KBTS_BROWSER=required. Elsewhere a missing browser is no reason to fail.
const browser = findBrowser();
if (browser === undefined && process.env.KBTS_BROWSER === 'required')
  throw new Error('there is no chromium on the PATH: install it, or unset KBTS_BROWSER');

let folder: string;
let server: { readonly origin: string; close(): Promise<void> };
let origin: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kbts-book-'));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/docs-book.mjs', folder], {
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
  const script: unknown = await import(pathToFileURL(path.resolve('scripts/site/serve.mjs')).href);
  server = await (script as { serve(folder: string): Promise<typeof server> }).serve(folder);
  ({ origin } = server);
}, 600_000);
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const pagesOf = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.html') && file !== '404.html',
  );

test('every link of the built site leads to a page, a heading, a picture', () => {
  const html = new Map(pagesOf().map((page) => [page, readFileSync(path.join(folder, page), 'utf8')]));
  const files = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  const problems: string[] = [];
  for (const [page, text] of html) {
    for (const [, target = ''] of text.matchAll(/<(?:a|link|script|img) [^>]*?(?:href|src)="([^"]+)"/g)) {
      if (/^(?:https?:|data:|mailto:)/.test(target)) continue;
      const [file = '', anchor] = decodeURIComponent(target).split('#');
      const place =
        file === '' ? page : path.posix.join(file.startsWith('/') ? '' : path.dirname(page), file).replace(/^\//, '');
      const found =
        place === '' ? 'index.html' : [place, `${place}.html`, `${place}index.html`].find((one) => files.has(one));
      if (found === undefined) problems.push(`${page}: ${target} does not exist`);
      else if (anchor !== undefined && anchor !== '' && !html.get(found)?.includes(`id="${anchor}"`))
        problems.push(`${page}: nothing has the id of ${target}`);
    }
  }

  expect(html.size).toBeGreaterThan(80);
  expect(problems).toEqual([]);
});

describe.skipIf(browser === undefined)('in a real browser', () => {
  let tab: Tab;
  beforeAll(async () => {
    tab = await openTab(browser ?? '');
  }, 120_000);
  afterAll(async () => tab?.close());

  /** Scripts come after the first paint: a page is ready when they have run. */
  const isReady = `document.querySelector('#app')?.__vue_app__`;
  const openReady = async (page: string): Promise<void> => {
    await tab.open(`${origin}/${page}`);
    await tab.until(isReady);
  };

  const looks = [
    { width: 1280, height: 900, scheme: 'light' },
    { width: 1280, height: 900, scheme: 'dark' },
    { width: 390, height: 844, scheme: 'light' },
    { width: 390, height: 844, scheme: 'dark' },
  ] as const;

  test('no page is wider than 1280 or 390 pixels, lacks a heading or a picture, or complains', async () => {
    const problems: string[] = [];
    for (const page of pagesOf()) {
      await tab.look(1280, 900, 'light');
      await openReady(page);
      const { title, missing } = await tab.evaluate<{ title: string; missing: string[] }>(`({
        title: document.querySelector('h1')?.textContent ?? '',
        missing: [...document.images].filter((one) => one.complete && one.naturalWidth === 0).map((one) => one.src),
      })`);
      if (title === '') problems.push(`${page}: no title`);
      problems.push(...missing.map((src) => `${page}: ${src} is missing`));
      for (const width of [1280, 390]) {
        await tab.look(width, 900, 'light');
        if (await tab.evaluate<boolean>(`document.documentElement.scrollWidth > ${width} + 1`))
          problems.push(`${page}: wider than ${width} pixels`);
      }
    }

    expect([...tab.complaints, ...problems]).toEqual([]);
  }, 600_000);

  const judged = [
    'index.html',
    'quick-start.html',
    'how-it-works.html',
    'commands.html',
    'commands/scaffold.html',
    'behaviours.html',
    'behaviours/manager.html',
    'errors.html',
    'cronjob-tutorial.html',
    'examples/app.html',
  ];

  test.each(looks)(
    'axe finds nothing at $width pixels, $scheme',
    async ({ width, height, scheme }) => {
      // Installed with the engine, by the build above.
      const axe = readFileSync('site/node_modules/axe-core/axe.min.js', 'utf8');
      await tab.look(width, height, scheme);
      const violations: string[] = [];
      for (const page of judged) {
        await openReady(page);
        await tab.evaluate(`${axe};undefined`);
        const found = await tab.evaluate<string[]>(
          `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')))`,
        );
        violations.push(...found.map((one) => `${page}: ${one}`));
      }

      expect(violations).toEqual([]);
    },
    600_000,
  );

  /** What the search shows for some letters: titles with their page, and whether words around them are shown. */
  async function search(text: string): Promise<{ results: string[]; words: string; snippets: number }> {
    await tab.open(`${origin}/index.html`);
    await tab.until(
      `document.querySelector('.DocSearch-Button, .VPNavBarSearch button') && document.querySelector('#app')?.__vue_app__`,
    );
    // The box opens with the words of the last search, and shows answers to each letter on a slow machine: all that is
    // ever shown here are answers to this text.
    await tab.evaluate(`sessionStorage.clear()`);
    await tab.press('/');
    await tab.until(`document.activeElement?.matches('.VPLocalSearchBox input')`);
    await tab.type(text);
    await tab.until(`document.querySelector('.VPLocalSearchBox .result .excerpt, .VPLocalSearchBox .no-results')`);
    return tab.evaluate(`({
      results: [...document.querySelectorAll('.VPLocalSearchBox .result')].map((one) => one.querySelector('.titles').textContent.replaceAll(/\\s+/g, ' ').trim()),
      words: document.querySelector('.VPLocalSearchBox .no-results')?.textContent.trim() ?? '',
      snippets: document.querySelectorAll('.VPLocalSearchBox .excerpt').length,
    })`);
  }

  test.each([
    ['finalizer', /finalizer/i],
    ['finalzier', /finalizer/i],
    ['helm', /chart|publishing/i],
    ['install', /install/i],
    ['rbac', /rbac|rights|role/i],
    ['scorecard', /Commands: OLM/],
    ['grace period', /Behaviours 1: Manager/],
  ])(
    'search for %j has an answer among its first five',
    async (text, expected) => {
      await tab.look(1280, 900, 'light');
      const { results, snippets } = await search(text);

      expect(results.slice(0, 5).join('\n')).toMatch(expected);
      expect(snippets).toBeGreaterThan(0);
    },
    60_000,
  );

  test('search says so when nothing matches', async () => {
    const { results, words } = await search('qqzxwv');

    expect(results).toEqual([]);
    expect(words).toMatch(/no results/i);
  }, 60_000);

  test('a reader filters a long page', async () => {
    await tab.open(`${origin}/errors.html`);
    await tab.until(
      `document.querySelector('#app')?.__vue_app__ && document.querySelectorAll('.vp-doc h3').length > 20`,
    );
    await tab.evaluate(`document.getElementById('page-filter').focus()`);
    for (const letter of 'anchor-missing') await tab.press(letter);
    await tab.until(`document.querySelector('.page-filter [role=status]').textContent.includes('shown')`);

    const shown = await tab.evaluate<number>(
      `[...document.querySelectorAll('.vp-doc h3')].filter((one) => !one.hidden).length`,
    );
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(8);
    // Headings with nothing below them are gone as well; a link to what is hidden shows it again, and so does Escape.
    expect(await tab.evaluate<number>(`document.querySelectorAll('.vp-doc h2:not([hidden])').length`)).toBeLessThan(4);
    await tab.evaluate(`location.hash = '#name-invalid'`);
    await tab.until(`!document.getElementById('name-invalid').hidden`);
    await tab.until(`Math.abs(document.getElementById('name-invalid').getBoundingClientRect().top) < innerHeight`);
    // Following a link moves the focus.
    await tab.evaluate(`document.getElementById('page-filter').focus()`);
    for (const letter of 'webhook') await tab.press(letter);
    await tab.until(`document.getElementById('name-invalid').hidden`);
    await tab.press('Escape');
    await tab.until(`!document.getElementById('name-invalid').hidden`);
  }, 60_000);

  test('a reader filters a list of pages', async () => {
    await tab.open(`${origin}/commands.html`);
    await tab.until(`document.querySelector('#app')?.__vue_app__`);
    const shown = async (what: string): Promise<string[]> =>
      tab.evaluate(
        `[...document.querySelectorAll('.vp-doc ${what}')].filter((one) => one.checkVisibility()).map((one) => one.textContent.replaceAll('\u200b', '').trim())`,
      );
    const all = await shown('tbody a');
    await tab.evaluate(`document.getElementById('page-filter').focus()`);
    for (const letter of 'webhook') await tab.press(letter);
    await tab.until(`document.querySelector('.page-filter [role=status]').textContent.includes('shown')`);

    expect(all.length).toBeGreaterThan(30);
    expect(await shown('tbody a')).toEqual([
      'kbts create webhook',
      'kbts delete webhook',
      'kbts list',
      'kbts manifests',
    ]);
    expect(await shown('h2')).toEqual(['Scaffold', 'Generate']);
  }, 60_000);

  test.each([
    ['commands#kbts-bundle-run', '/commands/olm.html#kbts-bundle-run'],
    ['commands.html#kbts-init', '/commands/scaffold.html#kbts-init'],
    ['behaviours.html#14-stop', '/behaviours/manager.html#14-stop'],
    ['behaviours.html#9-webhooks', '/behaviours.html#9-webhooks'],
  ])(
    'an address of a page that was split, %s, leads to its heading',
    async (old, now) => {
      await tab.open('about:blank');
      await tab.evaluate(`void location.assign(${JSON.stringify(`${origin}/${old}`)})`);
      await tab.until(`location.href.endsWith(${JSON.stringify(now)}) && document.querySelector('#app')?.__vue_app__`);
      const top = `document.getElementById(location.hash.slice(1)).getBoundingClientRect().top`;
      await tab.until(`${top} >= 0 && ${top} < innerHeight / 2`);
      // Back does not lead to the old address again.
      const behind = await tab.evaluate<string>(`navigation.entries().at(-2)?.url ?? ''`);

      expect(behind).not.toContain(old);
    },
    60_000,
  );

  test('the side bar shows the parts of the page that is open', async () => {
    const parts = `[...document.querySelectorAll('.VPSidebar a')].filter((one) => one.pathname.startsWith('/commands/')).length`;
    await tab.look(1280, 900, 'light');
    await tab.open(`${origin}/cache.html`);
    const elsewhere = await tab.evaluate<number>(parts);
    await tab.open(`${origin}/commands/olm.html`);

    expect([elsewhere, await tab.evaluate<number>(parts)]).toEqual([0, 6]);
  }, 60_000);

  test('a wrong address shows a page that leads back', async () => {
    const { status } = await fetch(`${origin}/no-such-page`);
    await tab.open(`${origin}/no-such-page`);
    await tab.until(`document.querySelector('.NotFound a')`);

    expect(status).toBe(404);
    expect(await tab.evaluate<string>(`document.querySelector('.NotFound a').getAttribute('href')`)).toBe('/');
    tab.complaints.length = 0; // The browser logs the 404.
  }, 60_000);

  test('a page with long files stays small enough to be painted at once', () => {
    const sizes = pagesOf().map((page) => [page, readFileSync(path.join(folder, page)).length] as const);

    // In bytes; with a colour for each word the CronJob tutorial had 696,000.
    expect(sizes.filter(([, size]) => size > 400_000)).toEqual([]);
    expect(readFileSync(path.join(folder, 'quick-start.html'), 'utf8')).toContain('class="c-keyword"');
  });

  test('a page is painted before its scripts are loaded', async () => {
    await tab.open('about:blank');
    await openReady('cache.html');

    const [paint = Number.NaN, ...scripts] = await tab.evaluate<number[]>(`[
      performance.getEntriesByName('first-contentful-paint')[0].startTime,
      ...performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map((one) => one.startTime),
    ]`);

    expect(scripts.length).toBeGreaterThan(2);
    expect(scripts.filter((start) => start < paint)).toEqual([]);
  }, 60_000);

  test.each([1280, 390])(
    'a link to a heading below many blocks of code leads to it at %d pixels',
    async (width) => {
      await tab.look(width, 844, 'light');
      await openReady('api/client.html');
      const anchors = await tab.evaluate<string[]>(`[...document.querySelectorAll('.vp-doc h3')].map(({ id }) => id)`);
      const top = `document.getElementById(decodeURIComponent(location.hash.slice(1))).getBoundingClientRect().top`;
      expect(anchors.length).toBeGreaterThan(30);

      for (const anchor of [anchors.at(-10), anchors.at(5), anchors.at(20)]) {
        await tab.open('about:blank');
        await openReady(`api/client.html#${anchor}`);
        // It stays there when blocks above have been laid out.
        await tab.evaluate(`new Promise((resolve) => setTimeout(resolve, 200))`);
        await tab.until(`${top} >= 0 && ${top} < 200`);
      }
    },
    60_000,
  );

  test('a reader gets from chapter to chapter, and to the menu on a phone', async () => {
    await tab.look(390, 844, 'light');
    await tab.open(`${origin}/quick-start.html`);
    await tab.until(`document.querySelector('#app')?.__vue_app__ && document.querySelector('.VPLocalNav .menu')`);
    await tab.evaluate(`document.querySelector('.VPLocalNav .menu').click()`);
    await tab.until(`document.querySelector('.VPSidebar.open')`);
    await tab.evaluate(`document.querySelector('.VPSidebar a[href="/cache.html"]').click()`);
    await tab.until(
      `location.pathname.endsWith('/cache.html') && document.querySelector('h1')?.textContent.includes('cache')`,
    );

    expect(await tab.evaluate<string>(`document.querySelector('.pager-link.next')?.textContent ?? ''`)).toMatch(/\w/);
  }, 60_000);

  // Looked at, and kept: UPDATE_GOLDEN=1 takes them again.
  test.runIf(process.env.UPDATE_GOLDEN)(
    'pictures for people to look at',
    async () => {
      mkdirSync('site/reviewed', { recursive: true });
      for (const { width, height, scheme } of looks) {
        await tab.look(width, height, scheme);
        for (const page of ['index', 'how-it-works', 'tutorial', 'errors', 'commands']) {
          await openReady(`${page}.html`);
          await tab.until(`[...document.images].every((one) => one.complete || one.loading === 'lazy')`);
          // The recording has something to show after its first seconds.
          if (page === 'index') await tab.evaluate(`new Promise((resolve) => setTimeout(resolve, 5000))`);
          writeFileSync(`site/reviewed/${page}-${width}-${scheme}.png`, await tab.screenshot());
        }
      }
      await tab.look(1200, 630, 'light');
      await tab.open(pathToFileURL(path.resolve('site/social.svg')).href);
      writeFileSync('site/public/social.png', await tab.screenshot());
    },
    480_000,
  );
});
