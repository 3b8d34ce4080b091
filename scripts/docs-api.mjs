#!/usr/bin/env node
// Writes docs/book/api from the type declarations. With --check: exits with 3 when pages are out of date.
// With --examples <folder>: writes every @example as a module into that folder, for test/docs/api.slow.test.ts; with --check as well.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isValue, modules, readApi, root } from './docs-api-source.mjs';

const pages = path.join(root, 'docs', 'book', 'api');

/** One page each, in reading order. */
const AREAS = [
  { page: 'objects', title: 'Objects and kinds', files: /^(runtime\/object|kubernetes\/(version|json))\// },
  { page: 'client', title: 'The client', files: /^runtime\/client\// },
  { page: 'cache', title: 'The cache', files: /^runtime\/cache\// },
  {
    page: 'controllers',
    title: 'Controllers and queues',
    files: /^runtime\/(?:(?:children|controller|frame|queue)\/|part\.ts)/,
  },
  { page: 'manager', title: 'The manager', files: /^runtime\/(manager|health)\/|^runtime\/[\w-]+\.ts$/ },
  { page: 'webhooks', title: 'Webhooks', files: /^runtime\/webhook\// },
  { page: 'leader-election', title: 'Leader election', files: /^runtime\/leader\// },
  { page: 'observing', title: 'Logs, metrics, events, traces', files: /^runtime\/(log|metrics|recorder|tracing)\// },
  { page: 'testing', title: 'Testing', files: /^testing\// },
];

/** What each module is for. */
const MODULES = {
  'kbts/runtime': 'operators',
  'kbts/runtime/cache': 'a cache without a manager',
  'kbts/runtime/client': 'connections, patches, other ways to write an object',
  'kbts/runtime/errors': 'errors for `instanceof`; prefer `is` where it knows them',
  'kbts/runtime/internals': 'programs that are not built around a manager',
  'kbts/runtime/object': 'questions about objects and kinds',
  'kbts/runtime/observe': 'loggers, events, spans, the clock',
  'kbts/runtime/queue': 'limiters, a work queue by itself',
  'kbts/runtime/sources': 'events from elsewhere',
  'kbts/runtime/webhook': 'admission below `webhook(…)`, a server without a manager',
  'kbts/testing': 'tests',
};

/** What every example has at hand; test/docs/testdata/api/surroundings.ts makes it. */
const SURROUNDINGS = ['plane', 'client', 'config', 'transport', 'manager', 'key', 'guestbook', 'signal', 'console'];

const INTRO = `Every example below is compiled and run by the tests, on an embedded control plane. These are available:

| name | what |
| --- | --- |
| \`plane\`, \`client\`, \`config\`, \`transport\` | a [control plane](testing.md), its client, and a connection to it |
| \`Guestbook\` | a kind of our own: \`spec: { replicas?: number; message?: string }\`, \`status?: { ready?: boolean; conditions?: Condition[] }\` |
| \`key\`, \`guestbook\` | \`{ namespace: 'default', name: 'welcome' }\`, and the object of that name, which exists |
| \`manager\` | a [manager](manager.md) of that control plane that has not been started |
| \`signal\` | aborts when the example is over |
`;

const isError = ({ kind, signature }) => kind === 'class' && / extends Error\b/.test(signature);
const byName = (left, right) => (left.name < right.name ? -1 : 1);

/** Names that code uses, without those in texts, in comments, after a dot, or declared by itself. */
function namesIn(code) {
  const bare = code
    .replaceAll(/\/\/.*$/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'/g, "''")
    .replaceAll(/`([^`]*)`/g, (_, text) => [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, inner]) => inner).join(' '))
    .replaceAll('...', ' ');
  const declared = new Set(
    [...bare.matchAll(/\b(?:const|let|class|function|interface|type) (\w+)/g)].map(([, name]) => name),
  );
  const used = [...bare.matchAll(/(?<![.\w])([A-Za-z]\w*)\b(?!\w*\??:(?!:))/g)].map(([, name]) => name);
  return new Set(used.filter((name) => !declared.has(name)));
}

/** The imports that an example needs. */
function importsOf(code, api) {
  const used = namesIn(code);
  const own = [...code.matchAll(/^import .*$/gm)].map(([line]) => line);
  const from = (module, names) =>
    names.length === 0 ? [] : [`import { ${names.sort().join(', ')} } from '${module}';`];
  const exported = new Map(api.entries.map((entry) => [entry.name, entry]));
  const named = [...used].filter((name) => exported.has(name) && !SURROUNDINGS.includes(name));
  const label = (name) => {
    const entries = api.entries.filter((entry) => entry.name === name);
    return entries.some(isValue) ? name : `type ${name}`;
  };
  const ofModule = (module) => named.filter((name) => exported.get(name).module === module).map(label);
  const kinds = [...used].filter(
    (name) => !exported.has(name) && api.kinds.some(({ kinds: known }) => known.includes(name)),
  );
  return [
    ...own,
    ...moduleNames.flatMap((module) => from(module, ofModule(module))),
    ...from('kbts/k8s', kinds),
    ...(used.has('Guestbook') ? ["import { Guestbook } from './guestbook.js';"] : []),
  ];
}

const bodyOf = (code) => code.replaceAll(/^import .*\n/gm, '');

function entryText(entry, api, home) {
  const examples = entry.examples.map((code) => {
    const imports = importsOf(code, api);
    return `\`\`\`typescript\n${[...imports, ...(imports.length > 0 ? [''] : []), bodyOf(code)].join('\n')}\n\`\`\`\n`;
  });
  return [
    `### ${entry.name}\n`,
    `${entry.prose}\n`,
    ...(entry.module !== home ? [`From \`${entry.module}\`.\n`] : []),
    `\`\`\`typescript\n${entry.signature}\n\`\`\`\n`,
    ...(examples.length > 0 ? [`Example:\n`, ...examples] : []),
  ].join('\n');
}

function section(title, entries, api, home) {
  if (entries.length === 0) return '';
  return `## ${title}\n\n${[...entries]
    .sort(byName)
    .map((entry) => entryText(entry, api, home))
    .join('\n')}`;
}

function pageText({ title, files }, api) {
  const entries = api.entries.filter(({ file }) => files.test(file));
  const used = moduleNames.filter((name) => entries.some(({ module }) => module === name));
  const [home] = used;
  const parts = [
    section(
      'Functions, classes and values',
      entries.filter((entry) => isValue(entry) && !isError(entry)),
      api,
      home,
    ),
    section('Errors', entries.filter(isError), api, home),
    section(
      'Types',
      entries.filter((entry) => !isValue(entry)),
      api,
      home,
    ),
  ];
  return `# API: ${title}\n\nFrom ${listed(used)}, written by \`scripts/docs-api.mjs\`. ${INTRO}\n${parts.filter(Boolean).join('\n')}`;
}

function listed(names) {
  const quoted = names.map((name) => `\`${name}\``);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}

/** What each module is for, and its values with links. */
function modulesText(api) {
  const linked = (entry) => {
    const { page } = AREAS.find(({ files }) => files.test(entry.file));
    return `[${entry.name}](${page}.md#${entry.name.toLowerCase()})`;
  };
  const rows = moduleNames.map((name) => {
    const values = api.entries.filter((entry) => entry.module === name && isValue(entry)).sort(byName);
    return `| \`${name}\` | ${MODULES[name]} | ${values.map(linked).join(', ')} |`;
  });
  return `# API: Entry points

What to import from where, written by \`scripts/docs-api.mjs\`. Most operators need \`kbts/runtime\`, \`kbts/k8s\`, and \`kbts/testing\` in their tests. The other modules of the runtime
are parts of the same program, so importing them costs nothing at the start. Types are where the functions are that need them; those that \`kbts/runtime\` names are exported there.

| module | for | functions, classes and values |
| --- | --- | --- |
${rows.join('\n')}
| \`kbts/k8s\` | kinds of Kubernetes | [by module](k8s.md) |
`;
}

function kindsText({ kinds }) {
  const rows = kinds.map(({ module, kinds: names }) => `| \`kbts/k8s/${module}\` | ${names.join(', ')} |`);
  return `# API: Kinds of Kubernetes

From \`kbts/k8s\`, written by \`scripts/docs-api.mjs\`. A kind is a value and a type of the same name: \`new Deployment({ … })\` makes an object, and calls such as
\`client.get(Deployment, key)\` know its type. The types behind them, such as \`PodTemplateSpec\`, are exported too. \`kbts/k8s\` has the newest stable version of every kind;
the modules below have one version each. Types and names are those of Kubernetes 1.37; its [reference](https://kubernetes.io/docs/reference/kubernetes-api/) describes the fields.

| module | kinds |
| --- | --- |
${rows.join('\n')}
`;
}

/** All pages by name. */
function allPages(api) {
  return new Map([
    ['entry-points.md', modulesText(api)],
    ...AREAS.map((area) => [`${area.page}.md`, pageText(area, api)]),
    ['k8s.md', kindsText(api)],
  ]);
}

/** Lines that an example prints: those in the comments behind \`console.log\`. */
function expectedOutput(code) {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map(([, text]) => text);
}

function exampleModule(entry, code, api) {
  const used = namesIn(code);
  const given = SURROUNDINGS.filter((name) => used.has(name));
  return `${importsOf(code, api).join('\n')}
import type { Surroundings } from './surroundings.js';

export const expected: readonly string[] = ${JSON.stringify(expectedOutput(code))};
export const needs: readonly string[] = ${JSON.stringify(given)};

export async function run({ ${given.join(', ')} }: Surroundings): Promise<void> {
${bodyOf(code)}
}
`;
}

async function writeExamples(folder, api) {
  await mkdir(folder, { recursive: true });
  const names = [];
  for (const entry of api.entries) {
    for (const [index, code] of entry.examples.entries()) {
      // Names may differ in nothing but their case.
      const name = `${entry.kind}-${entry.name}-${index + 1}`;
      names.push(name);
      await writeFile(path.join(folder, `${name}.ts`), exampleModule(entry, code, api));
    }
  }
  const lines = names.map((name) => `  ${JSON.stringify(name)}: () => import('./${name}.js'),`);
  await writeFile(path.join(folder, 'all.ts'), `export const examples = {\n${lines.join('\n')}\n};\n`);
  const bare = api.entries.filter((entry) => isValue(entry) && !isError(entry) && entry.examples.length === 0);
  await writeFile(path.join(folder, 'bare.json'), JSON.stringify(bare.map(({ name, file }) => `${name} in ${file}`)));
}

async function outdated(texts) {
  const present = await readdir(pages).catch(() => []);
  const extra = present.filter((name) => !texts.has(name));
  const changed = [];
  for (const [name, text] of texts)
    if ((await readFile(path.join(pages, name), 'utf8').catch(() => '')) !== text) changed.push(name);
  return [...extra, ...changed];
}

const moduleNames = (await modules()).map(([name]) => name);
const undescribed = moduleNames.filter((name) => MODULES[name] === undefined);
if (undescribed.length > 0) throw new Error(`say in MODULES what ${undescribed.join(', ')} is for`);
const api = await readApi();
const unplaced = api.entries.filter(({ file }) => !AREAS.some(({ files }) => files.test(file)));
if (unplaced.length > 0)
  throw new Error(`no page is for ${unplaced.map(({ name, file }) => `${name} in ${file}`).join(', ')}`);

if (process.argv.includes('--examples')) {
  await writeExamples(path.resolve(process.argv[process.argv.indexOf('--examples') + 1]), api);
}
if (process.argv.includes('--check')) {
  const wrong = await outdated(allPages(api));
  if (wrong.length > 0) {
    process.stderr.write(`docs/book/api is out of date (${wrong.join(', ')}); run: node scripts/docs-api.mjs\n`);
    process.exitCode = 3;
  }
} else if (!process.argv.includes('--examples')) {
  await rm(pages, { recursive: true, force: true });
  await mkdir(pages, { recursive: true });
  for (const [name, text] of allPages(api)) await writeFile(path.join(pages, name), text);
}
