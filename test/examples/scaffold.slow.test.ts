import { cp, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runOk } from '../cli/fakes/run-cli.js';
import { linksOf } from '../docs/markdown.js';
import { temporaryFolder } from '../project-folder.js';
import { snapshot } from '../snapshot.js';
import { exampleNames } from './example-names.js';
import { excerptsOf, isExcerptOf, readExampleReadme, type Excerpt } from './readme.js';

/** `npm run golden` also brings the examples up to date with the templates. */
const isUpdating = process.env.UPDATE_GOLDEN === '1';
/** Made from the sources, or by building: `manifests --check` and `generate --check` judge the former. */
const isMade = (file: string): boolean =>
  /^config\/(crd\/bases\/|rbac\/role\.yaml|webhook\/manifests\.yaml)|^src\/api\/.*\/index(\.schema)?\.ts$|^dist\/|^package-lock\.json$/.test(
    file,
  );

test('the examples are those that the book names', async () => {
  const page = await readFile('docs/book/examples.md', 'utf8');
  const named = [...page.matchAll(/examples\/([a-z]+)\/README\.md/g)].map(([, name]) => name);

  expect(named.toSorted()).toEqual(exampleNames().toSorted());
});

describe.each(exampleNames())('the example %s', (name) => {
  const folder = path.resolve('examples', name);

  test('is what its commands write, but for the files that its README names', { timeout: 120_000 }, async () => {
    const { commands, byHand } = await readExampleReadme(folder);
    const fresh = await temporaryFolder(name);
    for (const command of commands) await runOk(fresh.root, ...wordsOf(command));
    const isScaffolded = (file: string): boolean => !byHand.includes(file) && !isMade(file);

    const made = await snapshot(fresh.root);
    if (isUpdating) await update(folder, fresh.root, Object.keys(made).filter(isScaffolded));
    await fresh.clean();

    const present = await snapshot(folder);
    expect(commands.length).toBeGreaterThan(1);
    expect(only(present, isScaffolded)).toEqual(only(made, isScaffolded));
    expect(byHand.filter((file) => present[file] === undefined || present[file] === made[file])).toEqual([]);
  });

  test('has manifests, indexes and a PROJECT that fit its sources', { timeout: 120_000 }, async () => {
    expect(await runOk(folder, 'manifests', '--check')).toBe('');
    expect(await runOk(folder, 'generate', '--check')).toBe('');
    const findings = JSON.parse(await runOk(folder, 'doctor', '-o', 'json')) as { check: string; status: string }[];
    const surroundings = new Set(['cluster', 'kubectl', 'node_modules']);
    expect(findings.filter(({ check, status }) => status !== 'ok' && !surroundings.has(check))).toEqual([]);
  });

  test('shows in its README what its files say', async () => {
    const { excerpts } = await readExampleReadme(folder);

    expect(excerpts.length).toBeGreaterThan(2);
    expect(await wrongExcerpts(excerpts, folder)).toEqual([]);
  });

  test('has a README whose links lead somewhere', async () => {
    const links = linksOf(await readFile(path.join(folder, 'README.md'), 'utf8'));
    const files = links.map(({ target }) => target.replace(/#.*/, '')).filter((file) => !/^https?:|^$/.test(file));

    const missing: string[] = [];
    for (const file of files) if (!(await exists(path.join(folder, file)))) missing.push(file);

    expect(missing).toEqual([]);
  });
});

test('the CronJob tutorial shows what the example says', async () => {
  const excerpts = excerptsOf(await readFile('docs/book/cronjob-tutorial.md', 'utf8'));

  expect(excerpts.length).toBeGreaterThan(12);
  expect(await wrongExcerpts(excerpts, 'examples/cronjob')).toEqual([]);
});

test('an excerpt that differs from its file is found', () => {
  expect(isExcerptOf('  a\n  b\n', 'x\na\nb\ny\n')).toBe(true);
  expect(isExcerptOf('a\n// …\ny\n', 'x\na\nb\ny\n')).toBe(true);
  expect(isExcerptOf('a\ny\n', 'x\na\nb\ny\n')).toBe(false);
});

/** `npx kbts create api …` as arguments; what `init` would fetch comes from this repository. */
function wordsOf(command: string): string[] {
  const words = command.replace(/^(npx )?kbts /, '').split(' ');
  return words[0] === 'init' ? [...words, '--skip-install', '--kbts', 'file:../..'] : words;
}

async function update(folder: string, fresh: string, files: readonly string[]): Promise<void> {
  for (const file of files) await cp(path.join(fresh, file), path.join(folder, file));
  await runOk(folder, 'manifests');
  await runOk(folder, 'generate');
}

function only(files: Record<string, string>, keep: (file: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([file]) => keep(file)));
}

async function wrongExcerpts(excerpts: readonly Excerpt[], folder: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const { file, text } of excerpts)
    if (!isExcerptOf(text, await readFile(path.join(folder, file), 'utf8'))) wrong.push(`${file}:\n${text}`);
  return wrong;
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
