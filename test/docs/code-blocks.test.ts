import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPages, blocksOf, type Block } from './markdown.js';

const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2023', 'ESNext.Disposable'],
  types: ['node'],
  module: 'NodeNext',
  moduleDetection: 'force',
  strict: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  noEmit: true,
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kbts-docs-'));
  await cp('test/docs/testdata', folder, { recursive: true });
  await cp('examples/cronjob/src', path.join(folder, 'cronjob-tutorial', 'src'), { recursive: true });
  await mkdir(path.join(folder, 'node_modules', '@types'), { recursive: true });
  for (const [name, target] of [
    ['kbts', '.'],
    ['vitest', 'node_modules/vitest'],
    ['@types/node', 'node_modules/@types/node'],
    ['@kubernetes', 'node_modules/@kubernetes'],
  ] as const) {
    await symlink(path.resolve(target), path.join(folder, 'node_modules', name));
  }
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*/src'] }));
});

afterAll(async () => rm(folder, { recursive: true, force: true }));

/** The project that the blocks of a page belong to: one named like the page, or the common one. */
function projectOf(page: string): string {
  const own = path.join(folder, path.basename(page, '.md'));
  return existsSync(own) ? own : path.join(folder, 'default');
}

/** Compiles the blocks as files beside each other; what the compiler says is given with the page's own lines. */
async function compile(blocks: readonly Block[]): Promise<string[]> {
  for (const [index, { page, file, hidden, text }] of blocks.entries()) {
    // Where the file would be, or beside the project's controllers, so that blocks import the API as those do.
    const place = path.join(projectOf(page), file?.startsWith('src/') ? path.dirname(file) : 'src/controller');
    await mkdir(place, { recursive: true });
    await writeFile(path.join(place, `block-${index}.ts`), `${hidden}${text}\n`);
  }
  const compiler = path.resolve('node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout
    .split('\n')
    .filter((line) => line.includes(': error TS'))
    .map((line) => {
      const match = /block-(\d+)\.ts\((\d+),\d+\): (.*)$/.exec(line);
      const block = blocks[Number(match?.[1])];
      if (!match || !block) return line;
      const hiddenLines = block.hidden.split('\n').length - 1;
      return `${block.page}:${block.line + Number(match[2]) - 1 - hiddenLines}: ${match[3]}`;
    });
}

test('every TypeScript block of the documentation compiles', async () => {
  const blocks = (await Promise.all((await allPages()).map(blocksOf)))
    .flat()
    .filter(({ language }) => language === 'ts');

  const errors = await compile(blocks);

  expect(blocks.length).toBeGreaterThan(1);
  expect(errors).toEqual([]);
});

test('a block with a wrong type is found, on its own line', async () => {
  const text = "import type { Request } from 'kbts/runtime';\nconst request: Request = { name: 1 };";

  const errors = await compile([{ page: 'page.md', language: 'ts', text, line: 10, hidden: '' }]);

  expect(errors.filter((error) => error.startsWith('page.md:11: error TS2322'))).toHaveLength(1);
});
