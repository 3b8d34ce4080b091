/** The same project, made by kubebuilder and by kbts. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import { parseAllDocuments } from '../../src/yaml.js';
import { runOk } from '../cli/fakes/run-cli.js';
import { binaryFolder } from '../control-plane/build.mjs';

const id = '--group webapp --version v1 --kind Guestbook'.split(' ');

/** Renders `config/default` of a project that the real kubebuilder has made. */
export function makeWithKubebuilder(root: string, ...initFlags: string[]): KubeObject[] {
  run('mkdir', ['-p', root], '/');
  const kubebuilder = path.join(binaryFolder(), 'kubebuilder');
  run(
    kubebuilder,
    ['init', '--domain', 'my.domain', '--repo', 'example.com/guestbook', '--project-name', 'guestbook', ...initFlags],
    root,
  );
  run(kubebuilder, ['create', 'api', ...id, '--resource', '--controller', '--make=false'], root);
  run(kubebuilder, ['create', 'webhook', ...id, '--defaulting', '--programmatic-validation', '--make=false'], root);
  const generators = [
    'object',
    'rbac:roleName=manager-role',
    'crd',
    'webhook',
    'paths=./...',
    'output:crd:artifacts:config=config/crd/bases',
  ];
  run(path.join(binaryFolder(), 'controller-gen'), generators, root);
  return renderDefault(root);
}

/** The same with kbts. */
export async function makeWithKbts(root: string, ...initFlags: string[]): Promise<KubeObject[]> {
  run('mkdir', ['-p', root], '/');
  await runOk(
    root,
    'init',
    '--domain',
    'my.domain',
    '--project-name',
    'guestbook',
    '--skip-install',
    '--kbts',
    '*',
    ...initFlags,
  );
  await runOk(root, 'create', 'api', ...id);
  await runOk(root, 'create', 'webhook', ...id, '--defaulting', '--programmatic-validation');
  return renderDefault(root);
}

/** What would be applied to a cluster. */
export function renderDefault(root: string): KubeObject[] {
  const text = run(path.join(binaryFolder(), 'kubectl'), ['kustomize', 'config/default'], root);
  return parseAllDocuments(text).map((document) => document.toJS() as KubeObject);
}

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
  return stdout;
}
