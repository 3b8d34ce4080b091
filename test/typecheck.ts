/** What the compiler says about generated sources, with the settings of a project. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './project-folder.js';

const repository = path.resolve(import.meta.dirname, '..');
const COMPILER_OPTIONS = {
  strict: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  noEmit: true,
  skipLibCheck: true,
  module: 'NodeNext',
  target: 'ES2023',
  lib: ['ES2023', 'ESNext.Disposable'],
  types: ['node'],
};

/** How sources are checked. */
export interface CheckSettings {
  /** Compiler options in addition to those of a project. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The folder of the compiler; the current TypeScript by default. */
  readonly compiler?: string | undefined;
}

/** Complaints about the files, by path; empty when there are none. Needs a build: types of kbts come from `dist`. */
export async function typecheck(files: ReadonlyMap<string, string>, settings: CheckSettings = {}): Promise<string> {
  const { root, clean } = await sourceProject(files, settings.options);
  try {
    return compile(root, settings.compiler ?? path.join(repository, 'node_modules/typescript'));
  } finally {
    await clean();
  }
}

/** A temporary project with these files, in which `kbts` is this repository. */
export async function sourceProject(
  files: ReadonlyMap<string, string>,
  options: CheckSettings['options'] = {},
): Promise<{ readonly root: string; readonly clean: () => Promise<void> }> {
  const { root, clean } = await temporaryFolder('typecheck');
  mkdirSync(path.join(root, 'node_modules'));
  symlinkSync(repository, path.join(root, 'node_modules/kbts'));
  symlinkSync(path.join(repository, 'node_modules/@types'), path.join(root, 'node_modules/@types'));
  writeFileSync(path.join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(
    path.join(root, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...COMPILER_OPTIONS, ...options } }),
  );
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return { root, clean };
}

function compile(root: string, typescript: string): string {
  try {
    return execFileSync(process.execPath, [path.join(typescript, 'bin/tsc'), '-p', root], { encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout?: string }).stdout ?? error);
  }
}
