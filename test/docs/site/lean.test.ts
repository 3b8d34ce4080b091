/** What is done to the built pages so that they are painted soon. */
import { mkdtemp, readFile, readdir, rm, writeFile, mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

interface Lean {
  lean(folder: string): Promise<void>;
  afterPaint(html: string): string;
  prune(css: string, text: string): string;
}

const script: unknown = await import(pathToFileURL(path.resolve('scripts/site/lean.mjs')).href);
const { lean, afterPaint, prune } = script as Lean;

const page = `<html><head>
    <link rel="preload stylesheet" href="/kbts/assets/style.Abc-_1.css" as="style">
    <link rel="preload stylesheet" href="/kbts/vp-icons.css" as="style">
    <script type="module" src="/kbts/assets/first.js"></script>
    <script type="module" src="/kbts/assets/app.js"></script>
    <link rel="modulepreload" href="/kbts/assets/theme.js">
    <script id="check-dark-mode">dark()</script>
  </head><body><p class="used">$& text</p></body></html>`;

test('scripts of the head are loaded at the end of the page, in their order', () => {
  const html = afterPaint(page);
  const [head = '', body = ''] = html.split('<body>');

  expect(head).toContain('dark()');
  expect(head).not.toMatch(/module/);
  expect(body).toMatch(/\["\/kbts\/assets\/theme\.js"\],\["\/kbts\/assets\/first\.js","\/kbts\/assets\/app\.js"\]/);
  expect(body).toContain('<p class="used">$& text</p>');
});

test.each([
  ['painted', { hidden: false }, 'paint'],
  ['in the background', { hidden: true }, 'nothing'],
  ['in a browser that does not tell', { hidden: false }, 'time'],
])('scripts are loaded once when the page is %s', (_, { hidden }, happens) => {
  const code = /<script>(\(function[\s\S]*)<\/script>/.exec(afterPaint(page))?.[1] ?? '';
  const added: Record<string, unknown>[] = [];
  let tell: (() => void) | undefined;
  let ring: (() => void) | undefined;
  const document = {
    hidden,
    createElement: () => ({}),
    head: { append: (element: Record<string, unknown>) => added.push(element) },
  };
  class PerformanceObserver {
    constructor(callback: (list: object) => void) {
      tell = () => callback({ getEntriesByName: () => [{}] });
    }
    observe(): void {}
  }
  // oxlint-disable-next-line no-implied-eval, no-new-func
  new Function('document', 'PerformanceObserver', 'setTimeout', code)(
    document,
    PerformanceObserver,
    (callback: () => void) => (ring = callback),
  );
  const before = added.length;
  if (happens === 'paint') tell?.();
  if (happens !== 'nothing') ring?.();

  expect(before > 0).toBe(hidden);
  expect(added.map(({ href, src }) => href ?? src)).toEqual([
    '/kbts/assets/theme.js',
    '/kbts/assets/first.js',
    '/kbts/assets/app.js',
  ]);
});

test('a page without scripts stays as it is', () => {
  expect(afterPaint('<html><body>a</body></html>')).toBe('<html><body>a</body></html>');
});

test.each([
  ['.used{a:b}.other{a:b}', '.used{a:b}'],
  ['.other,.used>p{a:b}', '.other,.used>p{a:b}'],
  ['.used .other{a:b}', ''],
  ['p:not(.other){a:b}p:is(.other,:is(.x)) b{a:b}', 'p:not(.other){a:b}p:is(.other,:is(.x)) b{a:b}'],
  ['@media (a){.other{a:b}}@media (b){.used{a:b}}', '@media (b){.used{a:b}}'],
  ['@keyframes other{0%{a:b}}@font-face{a:b}', '@keyframes other{0%{a:b}}@font-face{a:b}'],
  ['.used:before{content:"}"}/* { */p{a:url("x{")}', '.used:before{content:"}"}p{a:url("x{")}'],
  ['.p[data-v-1]{a:b}.used[data-v-2]{a:b}', '.used[data-v-2]{a:b}'],
  ['.level-7{a:b}.lever-7{a:b}', '.level-7{a:b}'],
])('of %j the used rules stay', (css, expected) => {
  expect(prune(css, '<p class="used" data-v-2> `level-${depth}`')).toBe(expected);
});

test('a style sheet that is not understood is refused', () => {
  expect(() => prune('@import "a.css";p{a:b}', '')).toThrow('no rule');
});

test('a built site gets one style sheet, with a name of its own', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kbts-lean-'));
  try {
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'index.html'), page);
    await writeFile(path.join(folder, 'assets/style.Abc-_1.css'), '.used{a:b}.other{a:b}');
    await writeFile(path.join(folder, 'vp-icons.css'), '.icon{a:b}');
    await writeFile(path.join(folder, 'assets/app.js'), 'show("icon")');
    await lean(folder);
    const sheet = (await readdir(path.join(folder, 'assets'))).find((file) => file.endsWith('.css')) ?? '';
    const html = await readFile(path.join(folder, 'index.html'), 'utf8');

    expect(sheet).toMatch(/^style\.[0-9a-f]{8}\.css$/);
    expect(await readFile(path.join(folder, 'assets', sheet), 'utf8')).toBe('.used{a:b}.icon{a:b}');
    expect(html.match(/[\w./-]+\.css/g)).toEqual([`/kbts/assets/${sheet}`]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
