/** operator-sdk and opm, as tests ask them. */
import { execFile } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { runOk } from '../../cli/fakes/run-cli.js';
import { binaryFolder } from '../../control-plane/build.mjs';

const run = promisify(execFile);

/** The path of a built program. */
export function program(name: string): string {
  return path.join(binaryFolder(), name);
}

/** What operator-sdk says about a bundle. */
export interface Verdict {
  readonly passed: boolean;
  readonly outputs: readonly { readonly type: string; readonly message: string }[];
}

/** `operator-sdk bundle validate` with the given optional rules. */
export async function sdkVerdict(folder: string, ...flags: string[]): Promise<Verdict> {
  const args = ['bundle', 'validate', folder, '-o', 'json-alpha1', '-b', 'none', ...flags];
  const { stdout } = await run(program('operator-sdk'), args, { maxBuffer: 64_000_000 }).catch(
    (error: Error & { stdout?: string; stderr?: string }) => {
      if (error.stdout?.trimStart().startsWith('{') === true) return { stdout: error.stdout };
      // A bundle that it cannot even read.
      const [, message] = /level=fatal msg=(.*)/.exec(error.stderr ?? '') ?? [];
      if (message === undefined) throw error;
      return { stdout: JSON.stringify({ passed: false, outputs: [{ type: 'error', message }] }) };
    },
  );
  const { passed, outputs } = JSON.parse(stdout) as { passed: boolean; outputs?: Verdict['outputs'] };
  return { passed, outputs: outputs ?? [] };
}

const quick = ['--skip-install', '--kbts', '*'];

async function example(name: string, root: string): Promise<void> {
  await cp(path.resolve('examples', name), root, { recursive: true, filter: (file) => !file.includes('node_modules') });
}

/** Projects of all sorts, by name. */
export const projects: Readonly<Record<string, (root: string) => Promise<void>>> = {
  ...Object.fromEntries(
    ['app', 'appservice', 'cronjob', 'database', 'imoocpod', 'pipeline'].map((name) => [
      name,
      async (root: string) => example(name, root),
    ]),
  ),
  'several-groups': async (root) => {
    await cp(path.resolve('test/golden/projects/several-groups'), root, { recursive: true });
  },
  namespaced: async (root) => {
    await runOk(root, 'init', '--domain', 'my.domain', '--project-name', 'shop', '--namespaced', ...quick);
    await runOk(root, 'create', 'api', '--group', 'webapp', '--version', 'v1', '--kind', 'Guestbook');
    await runOk(root, 'edit', '--enable', 'network-policy,prometheus,pdb,ha');
  },
  'without-an-api': async (root) => {
    await runOk(root, 'init', '--domain', 'my.domain', '--project-name', 'bare', ...quick);
  },
};

/** Makes a project in a folder of its own. */
export async function makeProject(parent: string, name: string): Promise<string> {
  const root = path.join(parent, name);
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true });
  const make = projects[name];
  if (make === undefined) throw new Error(`there is no project ${name}`);
  await make(root);
  return root;
}
