/** What operators import, from where. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as main from '../../../src/runtime/index.js';
import * as testing from '../../../src/testing/index.js';

const folder = 'src/runtime/entry';

/** Values by entry point. */
const values = new Map<string, readonly string[]>([
  ['kbts/runtime', Object.keys(main).sort()],
  ['kbts/testing', Object.keys(testing).sort()],
]);
for (const file of readdirSync(folder)) {
  const module = (await import(path.resolve(folder, file))) as object;
  values.set(`kbts/runtime/${path.basename(file, '.ts')}`, Object.keys(module).sort());
}

test('kbts/runtime has what most operators need, and no more', () => {
  // At most 45: what fewer need has a place below src/runtime/entry.
  expect(values.get('kbts/runtime')).toEqual([
    'ApiError',
    'TerminalError',
    'WorkerPool',
    'channel',
    'condition',
    'conditions',
    'controller',
    'createClient',
    'createManager',
    'currentLogger',
    'defineKind',
    'duration',
    'dynamicKind',
    'ignoreAlreadyExists',
    'ignoreNotFound',
    'int64',
    'is',
    'isReady',
    'keyedController',
    'loadClusterConfig',
    'lossless',
    'managerFlags',
    'metadataOnly',
    'modify',
    'mutable',
    'owners',
    'pending',
    'ping',
    'predicates',
    'quantity',
    'signalHandler',
    'webhook',
  ]);
  expect(values.get('kbts/runtime')?.length).toBeLessThanOrEqual(45);
});

test('the other entry points of the runtime are these', () => {
  const others = [...values.keys()].filter((name) => name.startsWith('kbts/runtime/')).sort();

  expect(others).toEqual(
    ['cache', 'client', 'errors', 'internals', 'object', 'observe', 'queue', 'sources', 'webhook'].map(
      (name) => `kbts/runtime/${name}`,
    ),
  );
});

test('each value has one entry point', () => {
  const homes = new Map<string, string[]>();
  for (const [entry, names] of values) for (const name of names) homes.set(name, [...(homes.get(name) ?? []), entry]);

  expect([...homes].filter(([, entries]) => entries.length > 1)).toEqual([]);
});

test('all errors but two are in kbts/runtime/errors', () => {
  const elsewhere = [...values]
    .filter(([entry]) => entry !== 'kbts/runtime/errors')
    .flatMap(([entry, names]) => names.filter((name) => name.endsWith('Error')).map((name) => `${entry}: ${name}`));

  expect(elsewhere.sort()).toEqual([
    'kbts/runtime: ApiError',
    'kbts/runtime: TerminalError',
    'kbts/testing: BinaryMissingError',
  ]);
  expect(values.get('kbts/runtime/errors')?.filter((name) => !name.endsWith('Error'))).toEqual([]);
});

test('each entry point and each of its values is in the API reference', () => {
  const pages = readdirSync('docs/book/api').map((name) => readFileSync(path.join('docs/book/api', name), 'utf8'));
  const overview = readFileSync('docs/book/api/entry-points.md', 'utf8');
  const missing = [...values].flatMap(([entry, names]) => {
    const row = overview.split('\n').find((line) => line.startsWith(`| \`${entry}\` |`)) ?? '';
    return names
      .filter((name) => !row.includes(`[${name}](`) || !pages.some((page) => page.includes(`\n### ${name}\n`)))
      .map((name) => `${entry}: ${name}`);
  });

  expect(missing).toEqual([]);
});

test('each entry point but the one for other programs is used in the book', () => {
  const chapters = readdirSync('docs/book', { encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(path.join('docs/book', name), 'utf8'));
  const unused = [...values.keys()]
    .filter((entry) => entry !== 'kbts/runtime/internals')
    .filter((entry) => !chapters.some((text) => text.includes(`\`${entry}\``) || text.includes(`'${entry}'`)));

  expect(unused).toEqual([]);
});
