#!/usr/bin/env node
// Writes docs/book/commands.md and a page for each group of `kbts --help` from the command tree. With --check: exits with 3
// when they are out of date.
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const book = path.join(root, 'docs', 'book');

/** What the commands of each group are for. */
const PURPOSES = {
  Scaffold: 'Make a project, add and remove APIs and webhooks, change the layout, and see what is there.',
  Generate: 'Make CRDs, roles, webhook configurations and kind descriptors from types and markers.',
  Run: 'Run the operator on this machine, install its CRDs, and get binaries for tests.',
  Ship: 'Build images, installers, charts and what belongs to them, and deploy the operator.',
  OLM: 'Make, check and run bundles for the Operator Lifecycle Manager.',
  Other: 'Print versions, and scripts that complete commands in a shell.',
};

/** The program as the CLI makes it, from the sources as they are now. */
async function loadProgram() {
  const folder = path.join(root, 'node_modules', '.cache', `kbts-docs-${process.pid}`);
  await mkdir(folder, { recursive: true });
  try {
    await build({
      absWorkingDir: root,
      entryPoints: ['src/cli/program.ts'],
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'error',
    });
    const { createProgram } = await import(pathToFileURL(path.join(folder, 'program.mjs')).href);
    const terminal = {
      cwd: root,
      env: {},
      isInteractive: false,
      hasColor: false,
      output: { hasColor: false, isTty: false },
      columns: undefined,
      signal: new AbortController().signal,
    };
    return createProgram({ ...terminal, out: () => undefined, err: () => undefined });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function leaves(command, parents = []) {
  return command.commands
    .filter((child) => child.name() !== 'help')
    .flatMap((child) => {
      const names = [...parents, child.name()];
      return child.commands.length > 0 ? leaves(child, names) : [{ child, names }];
    });
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');

function optionRow(option) {
  const choices = option.argChoices ? ` (${option.argChoices.join(', ')})` : '';
  // As the help shows it: `2m`, not milliseconds.
  const value = option.defaultValueDescription ?? option.defaultValue;
  const isShown = value !== undefined && value !== '' && value !== false && !option.description.includes('default:');
  return `| \`${option.flags.replaceAll('|', '\\|')}\` | ${cell(option.description)}${choices} | ${isShown ? `\`${value}\`` : ''} |`;
}

/** The examples of the text that ends a command's help. */
function examplesOf(command) {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return [...text.matchAll(/^ {2}\$ (.+)$/gm)].map(([, line]) => line);
}

function section({ child, names }) {
  const usage = ['kbts', ...names, child.usage()].join(' ').trim();
  const options = child.options.filter(({ hidden }) => !hidden);
  const parameters = child.registeredArguments.map((argument) => {
    const choices = argument.argChoices ? ` (${argument.argChoices.join(', ')})` : '';
    return `| \`${argument.name()}${argument.variadic ? '…' : ''}\` | ${cell(argument.description)}${choices} |`;
  });
  return [
    `## kbts ${names.join(' ')}`,
    '',
    child.description(),
    '',
    '```text',
    usage,
    '```',
    '',
    ...(parameters.length > 0 ? ['| argument | meaning |', '| --- | --- |', ...parameters, ''] : []),
    ...(options.length > 0
      ? ['| flag | meaning | default |', '| --- | --- | --- |', ...options.map(optionRow), '']
      : []),
    ...(examplesOf(child).length > 0 ? ['```sh', ...examplesOf(child), '```', ''] : []),
  ].join('\n');
}

const fileOf = (group) => `commands/${group.toLowerCase()}.md`;

/** The groups of the help, in their order, each with its commands. */
function groupsOf(program) {
  const groups = new Map();
  for (const one of leaves(program)) {
    const top = program.commands.find((command) => command.name() === one.names[0]);
    const group = top.helpGroup().replace(/:$/, '');
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  const unknown = [...groups.keys()].filter((group) => !(group in PURPOSES));
  if (unknown.length > 0) throw new Error(`PURPOSES does not say what these groups are for: ${unknown.join(', ')}`);
  return groups;
}

const listing = ([group, commands]) => `## [${group}](${fileOf(group)})

${PURPOSES[group]}

| command | does |
| --- | --- |
${commands
  .map(({ child, names }) => {
    const title = `kbts ${names.join(' ')}`;
    const place = `${fileOf(group)}#${title.replaceAll(' ', '-')}`;
    return `| [\`${title}\`](${place}) | ${cell(child.summary() || child.description())} |`;
  })
  .join('\n')}
`;

const note = '<!-- Code generated by scripts/docs-commands.mjs. DO NOT EDIT. -->';

const indexPage = (program, groups) => `${note}

# Commands

${program.description()} Every command shows its flags and examples with \`--help\`; \`kbts help <command>\` does the same.

${[...groups].map(listing).join('\n')}
## Flags, exit codes, colours

These flags come before any command:

| flag | meaning | default |
| --- | --- | --- |
${program.options.map(optionRow).join('\n')}

Exit codes: 0 done, 1 something that you can fix, 2 wrong usage, 3 \`--check\` found drift, 70 a bug in kbts. See [errors](../errors.md).
Colour is used on a terminal, never with \`NO_COLOR\`, always with \`FORCE_COLOR\`. Questions are asked on a terminal only, and not when \`CI\` is set.
`;

const groupPage = (group, commands) => `${note}

# Commands: ${group}

${PURPOSES[group]} What all commands have in common is in [their list](../commands.md#flags-exit-codes-colours).

${commands.map(section).join('\n').trimEnd()}
`;

/** The texts of all pages, by path below the book. */
async function pages() {
  const program = await loadProgram();
  const groups = groupsOf(program);
  const ofGroups = [...groups].map(([group, commands]) => [fileOf(group), groupPage(group, commands)]);
  return new Map([['commands.md', indexPage(program, groups)], ...ofGroups]);
}

const texts = await pages();
const isThere = await readdir(path.join(book, 'commands')).catch(() => []);
const gone = isThere.map((name) => `commands/${name}`).filter((file) => !texts.has(file));
if (process.argv.includes('--check')) {
  const stale = [...gone];
  for (const [file, text] of texts)
    if ((await readFile(path.join(book, file), 'utf8').catch(() => '')) !== text) stale.push(file);
  for (const file of stale)
    process.stderr.write(`docs/book/${file} is out of date: run node scripts/docs-commands.mjs\n`);
  process.exitCode = stale.length === 0 ? 0 : 3;
} else {
  await mkdir(path.join(book, 'commands'), { recursive: true });
  for (const file of gone) await rm(path.join(book, file));
  for (const [file, text] of texts) await writeFile(path.join(book, file), text);
}
