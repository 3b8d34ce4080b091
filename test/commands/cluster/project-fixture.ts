/** A freshly scaffolded project in a temporary folder, and what cluster commands need around it. */
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CommandSurroundings } from '../../../src/commands/cluster/command-progress.js';
import { createWebhook } from '../../../src/commands/webhook/create-webhook.js';
import { packageRoot } from '../../../src/package-root.js';
import { createApi } from '../../../src/commands/api/create-api.js';
import { init } from '../../../src/commands/project/init.js';
import { applyChanges } from '../../../src/scaffold/apply.js';
import { UserError } from '../../../src/errors.js';
import type { ControlPlane } from '../../../src/testing/control-plane.js';

/** A project named guestbook with the kind webapp.my.domain/v1 Guestbook. */
export async function scaffoldProject(): Promise<{ root: string } & AsyncDisposable> {
  const root = await mkdtemp(path.join(tmpdir(), 'kbts-project-'));
  const plan = await init({
    root,
    domain: 'my.domain',
    projectName: 'guestbook',
    year: 2026,
    skipInstall: true,
    kbts: '0.1.0',
  });
  await applyChanges(root, plan.changes);
  const api = await createApi({
    root,
    cwd: root,
    group: 'webapp',
    version: 'v1',
    kind: 'Guestbook',
    resource: true,
    controller: true,
  });
  await applyChanges(root, api.changes);
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) };
}

/** What a command was told and told us. */
export interface RecordedSurroundings extends CommandSurroundings {
  readonly steps: string[];
  readonly details: string[];
  readonly warnings: string[];
}

/** Surroundings that remember; the environment has the real kubectl in front. */
export function surroundings(root: string, env: Record<string, string | undefined> = {}): RecordedSurroundings {
  const steps: string[] = [];
  const details: string[] = [];
  const warnings: string[] = [];
  return {
    root,
    env: { ...process.env, ...env },
    signal: new AbortController().signal,
    steps,
    details,
    warnings,
    progress: {
      step(title, work) {
        steps.push(title);
        return work((detail) => void details.push(detail));
      },
      warn: (message) => void warnings.push(message),
    },
  };
}

/** Writes the plane's kubeconfig into a folder and returns its path. */
export async function writeKubeconfig(plane: ControlPlane, folder: string, name = 'admin'): Promise<string> {
  const file = path.join(folder, `${name}.kubeconfig`);
  await writeFile(file, plane.kubeconfig(), { mode: 0o600 });
  return file;
}

/** A folder to which nothing but what a test puts there belongs. */
export async function temporaryFolder(): Promise<{ folder: string } & AsyncDisposable> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kbts-cluster-'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** The UserError that a command must end with. */
export async function caught(work: Promise<unknown>): Promise<UserError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof UserError) return error;
  throw new Error('the command should have failed with a UserError', { cause: error });
}

/** Adds a validating webhook that refuses objects named "bad". */
export async function addValidator(root: string): Promise<void> {
  const flags = { group: 'webapp', version: 'v1', kind: 'Guestbook', programmaticValidation: true };
  await applyChanges(root, (await createWebhook({ root, cwd: root, ...flags })).changes);
  const file = path.join(root, 'src/webhook/v1/guestbook.webhook.ts');
  const rule = "if (guestbook.metadata.name === 'bad') return { deny: 'this name is bad' };";
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('// TODO(user): your rules for new objects.', `${rule}\n    //`));
}

/** What `npm install` would do, as far as building needs it; kbts is taken from its sources. */
export async function linkPackages(root: string): Promise<void> {
  const kbts = path.join(root, 'node_modules/kbts');
  await mkdir(kbts, { recursive: true });
  const exports = {
    './runtime': './src/runtime/index.ts',
    './k8s/*': './src/k8s/*/index.ts',
    './k8s': './src/k8s/index.ts',
  };
  await writeFile(path.join(kbts, 'package.json'), JSON.stringify({ name: 'kbts', type: 'module', exports }));
  await symlink(path.join(packageRoot(), 'src'), path.join(kbts, 'src'));
  await symlink(path.join(packageRoot(), 'node_modules/rolldown'), path.join(root, 'node_modules/rolldown'));
}
