import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { withOwnNames } from '../../src/cli/kubebuilder/other-names.js';
import { createProgram } from '../../src/cli/program.js';
import { allPages, blocksOf, prose } from './markdown.js';

const program = createProgram({
  cwd: '/',
  env: {},
  out: () => undefined,
  err: () => undefined,
  isInteractive: false,
  hasColor: false,
  output: { hasColor: false, isTty: false },
  columns: undefined,
  signal: new AbortController().signal,
});

/** Everything after `kbts` in command blocks and inline code of a page. */
async function commandLines(page: string): Promise<string[]> {
  const shell = (await blocksOf(page)).filter(({ language }) => language === 'sh').map(({ text }) => text);
  const fromBlocks = shell.flatMap((text) => text.split('\n')).map((line) => line.replace(/\s+#.*$/, ''));
  const inline = prose(await readFile(page, 'utf8')).matchAll(/`([^`\n]+)`/g);
  return [...fromBlocks, ...[...inline].map(([, code]) => code ?? '')]
    .map((line) => /^(?:npx )?kbts (.+)$/.exec(line.trim())?.[1])
    .filter((line) => line !== undefined);
}

/** What is wrong with a command line; undefined when the program has this command and these flags. */
function problemOf(line: string): string | undefined {
  // What follows -- goes to another program.
  const words = withOwnNames(line.replace(/ -- .*$/, '').match(/'[^']*'|"[^"]*"|\S+/g) ?? []);
  let command: Command = program;
  for (const word of words) {
    const next = command.commands.find((child) => child.name() === word);
    if (next === undefined) break;
    command = next;
  }
  const flags = words.filter((word) => /^--?[a-zA-Z]/.test(word)).map((word) => word.replace(/=.*$/, ''));
  const isPlaceholder = /^[<…[-]/.test(words[0] ?? '') || words[0] === 'help';
  if (command === program && !isPlaceholder) return `there is no command "kbts ${words[0] ?? ''}"`;
  const names = [...command.options, ...program.options].flatMap(({ long, short, negate }) =>
    negate ? [long?.replace('--no-', '--'), long] : [long, short],
  );
  const known = new Set(names);
  const isUnknown = (flag: string): boolean => flag !== '--help' && flag !== '-h' && !known.has(flag);
  const unknown = isPlaceholder || command.commands.length > 0 ? [] : flags.filter(isUnknown);
  return unknown.length === 0 ? undefined : `"kbts ${command.name()}" has no flag ${unknown.join(', ')}`;
}

test('every command line in the documentation is one that kbts understands', async () => {
  const problems: string[] = [];
  for (const page of await allPages()) {
    for (const line of await commandLines(page)) {
      const problem = problemOf(line);
      if (problem !== undefined) problems.push(`${page}: kbts ${line}: ${problem}`);
    }
  }

  expect(problems).toEqual([]);
});

test('every command line in the files of a new project is one that kbts understands', async () => {
  const files = ['README.md', 'AGENTS.md', 'Makefile', 'package.json'].map((file) => `templates/init/${file}.hbs`);
  const problems: string[] = [];
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    const lines = [...text.matchAll(/(?:npx kbts|\$\(KBTS\)|: "kbts) ([a-z-]+[^`"\n]*)/g)].map(
      ([, line]) => line ?? '',
    );
    for (const line of lines) {
      const problem = problemOf(line.replace(/\s+#.*$/, '').replaceAll(/\{\{[^}]*\}\}/g, 'x'));
      if (problem !== undefined) problems.push(`${file}: kbts ${line}: ${problem}`);
    }
  }

  expect(problems).toEqual([]);
});

test.each([
  ['init --domain my.domain', undefined],
  ['frobnicate', 'there is no command "kbts frobnicate"'],
  ['create api --group a --knd B', '"kbts api" has no flag --knd'],
  ['help <command>', undefined],
])('a wrong command line is found: %s', (line, problem) => {
  expect(problemOf(line)).toBe(problem);
});

test.each(['docs-commands', 'docs-notice'])('what scripts/%s.mjs writes is up to date', (script) => {
  const { status, stderr } = spawnSync(process.execPath, [`scripts/${script}.mjs`, '--check'], { encoding: 'utf8' });

  expect(status, stderr).toBe(0);
});

/** All commands that do something, by their words. */
function leaves(command: Command, words: readonly string[] = []): { name: string; flags: Set<string> }[] {
  if (command.commands.length > 0) return command.commands.flatMap((child) => leaves(child, [...words, child.name()]));
  return [{ name: words.join(' '), flags: new Set(command.options.map(({ long }) => long ?? '')) }];
}

test('commands that write files take --dry-run and --diff, those that change a cluster take --dry-run', () => {
  // They delete, or bring what is not of this project: --dry-run lists what.
  const withoutDiff = ['bundle cleanup', 'olm install', 'olm uninstall', 'uninstall', 'undeploy'];
  const looking = [
    'list',
    'doctor',
    'version',
    'completion',
    'help',
    'envtest list',
    'envtest path',
    'bundle validate',
    'olm status',
    'scorecard',
  ];
  const running = ['bundle run', 'bundle upgrade', 'run', 'dev', 'docker-build', 'docker-push', 'envtest use']; // A program, or they fetch one.
  const neither = [...looking, ...running];
  const commands = leaves(program);

  const wrong = commands.filter(({ name, flags }) => {
    const wanted = neither.includes(name) ? [] : withoutDiff.includes(name) ? ['--dry-run'] : ['--dry-run', '--diff'];
    return wanted.some((flag) => !flags.has(flag));
  });

  expect(commands.length).toBeGreaterThan(20);
  expect(wrong.map(({ name }) => name)).toEqual([]);
  expect(
    [...withoutDiff, ...neither].filter((name) => name !== 'help' && !commands.some((one) => one.name === name)),
  ).toEqual([]);
});
