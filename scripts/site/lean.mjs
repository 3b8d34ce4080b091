// Makes the built pages quick to paint: scripts wait until that is done, and there is one style sheet, with what pages can use.
import { createHash } from 'node:crypto';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Changes the pages of a built site. */
export async function lean(folder) {
  const files = (await readdir(folder, { recursive: true })).map((file) => path.join(folder, file));
  const texts = new Map();
  for (const file of files.filter((one) => /\.(?:html|js)$/.test(one))) texts.set(file, await readFile(file, 'utf8'));
  const sheet = files.find((file) => /\/style\.[\w-]+\.css$/.test(file.replaceAll(path.sep, '/')));
  const icons = await readFile(path.join(folder, 'vp-icons.css'), 'utf8').catch(() => '');
  const css = prune((await readFile(sheet, 'utf8')) + icons, [...texts.values()].join('\n'));
  // A browser keeps the file for good: another text needs another name.
  const name = `style.${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css`;
  await rm(sheet);
  await writeFile(path.join(path.dirname(sheet), name), css);
  for (const [file, text] of texts)
    if (file.endsWith('.html')) await writeFile(file, afterPaint(oneSheet(text, path.basename(sheet), name)));
}

const oneSheet = (html, old, name) =>
  html.replaceAll(old, name).replace(/\s*<link rel="preload stylesheet" href="[^"]*\/vp-icons\.css" as="style">/, '');

/** Runs in the browser, as its text: `start` is called once, when something was painted or nobody looks. */
function whenPainted(start) {
  let isStarted = false;
  const once = () => {
    if (isStarted) return;
    isStarted = true;
    start();
  };
  if (document.hidden) return once();
  // Some browsers do not tell.
  setTimeout(once, 1000);
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) once();
  }).observe({ type: 'paint', buffered: true });
}

/** Runs in the browser: what the engine had put into the head of the page. */
function load(links, scripts) {
  for (const href of links)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  for (const src of scripts)
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', async: false, src }));
}

/** The page without scripts in its head, which are loaded when it is painted: it can be read without them. */
export function afterPaint(html) {
  const found = { link: [], script: [] };
  const rest = html.replaceAll(
    /\s*<(?:(script) type="module" src="([^"]+)"><\/script>|(link) rel="modulepreload" href="([^"]+)">)/g,
    (_, script, src, link, href) => {
      found[script ?? link].push(src ?? href);
      return '';
    },
  );
  if (found.script.length === 0) return html;
  const [links, scripts] = [found.link, found.script].map((all) => JSON.stringify(all));
  const code = `(${short(whenPainted)})(()=>(${short(load)})(${links},${scripts}))`;
  return rest.replace(/(?=<\/body>)/, () => `<script>${code}</script>\n  `);
}

const short = (code) =>
  code
    .toString()
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/\s*\n\s*/g, ' ');

/** The style sheet without rules for classes that no page and no script names. */
export function prune(css, text) {
  const words = new Set(text.match(/[\w-]+/g));
  // Scripts put names together: `level-${depth}` stands for all levels.
  const starts = new Set([...words].filter((word) => word.endsWith('-')));
  const isKnown = (name) =>
    words.has(name) || [...name.matchAll(/-/g)].some(({ index }) => starts.has(name.slice(0, index + 1)));
  const isUsed = (selector) =>
    [...selector.matchAll(/\.([a-z_-][\w-]*)|\[(data-v-\w+)\]/gi)].every(([, name, scope]) => isKnown(name ?? scope));
  return rulesOf(css)
    .map(({ head, body }) => {
      if (/^@(?:media|supports)/.test(head)) {
        const inner = prune(body, text);
        return inner === '' ? '' : `${head}{${inner}}`;
      }
      // What is in brackets may say what must not be there, or one of many.
      const selectors = withoutBrackets(head).split(',');
      return head.startsWith('@') || selectors.some(isUsed) ? `${head}{${body}}` : '';
    })
    .join('');
}

function withoutBrackets(selector) {
  let depth = 0;
  return [...selector]
    .filter((letter) => {
      if (letter === '(') depth++;
      return letter === ')' ? depth-- < 0 : depth === 0;
    })
    .join('');
}

/** Rules of a style sheet without comments; those in others stay text. */
function rulesOf(css) {
  const rules = [];
  let depth = 0;
  let start = 0;
  let brace = 0;
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  for (const { 0: found, index } of plain.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{};]/g)) {
    if (found === '{' && depth++ === 0) brace = index;
    else if (found === ';' && depth === 0) {
      throw new Error(`the style sheet has something that is no rule: ${plain.slice(start, index + 1)}`);
    } else if (found === '}' && --depth === 0) {
      rules.push({ head: plain.slice(start, brace).trim(), body: plain.slice(brace + 1, index) });
      start = index + 1;
    }
  }
  return rules;
}
