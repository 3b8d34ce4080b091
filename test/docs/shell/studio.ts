/** What readers have: projects to start from, a cluster, and programs. */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { kubeconfigText, startControlPlane } from '../../../src/testing/index.js';
import { widgetCrd } from '../../commands/widget-crd.js';
import { linkPackages } from '../../project-folder.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import type { ShellBlock } from './blocks.js';
import { setupOf } from './pages.js';
import { openTerminal, writePrograms, type Terminal } from './terminal.js';

const repository = path.resolve(import.meta.dirname, '../../..');
const binaries = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kwok', 'kubectl', 'helm'];

/** Everything that pages need. */
export interface Studio extends AsyncDisposable {
  /** A new folder named guestbook. */
  project(kind: 'none' | 'empty' | 'guestbook'): Promise<string>;
  terminal(folder: string): Terminal;
}

/** Starts a control plane with simulated nodes, and makes the projects that blocks start from. */
export async function openStudio(blocks: readonly ShellBlock[]): Promise<Studio> {
  await ensureBinaries([...binaries, 'kubebuilder', 'controller-gen']);
  const assets = process.env['KUBEBUILDER_ASSETS'] ?? '';
  const folder = await mkdtemp(path.join(tmpdir(), 'kbts-pages-'));
  const [plane, bin] = await Promise.all([
    startControlPlane({ kind: 'envtest', components: ['kube-controller-manager', 'kube-scheduler', 'kwok'] }),
    writePrograms(folder),
  ]);
  const kubeconfig = path.join(folder, 'kubeconfig');
  await writeFile(kubeconfig, kubeconfigText(plane.config, 'kind-dev'), { mode: 0o600 });
  const packages = path.join(folder, 'packages');
  await mkdir(packages);
  await linkPackages(packages);
  const widgets = path.join(folder, 'widgets.yaml');
  await writeFile(widgets, widgetCrd);
  const env = {
    ...process.env,
    CI: 'true',
    NO_COLOR: '1',
    PATH: `${bin}:${assets}:${process.env['PATH'] ?? ''}`,
    KUBECONFIG: kubeconfig,
    KUBEBUILDER_ASSETS: assets,
    REPOSITORY: repository,
    PACKAGES: path.join(packages, 'node_modules'),
    WIDGETS: widgets,
    SHOP: path.join(folder, 'shop'),
    WEBSITE: path.join(folder, 'website'),
  };
  const prepare = async (name: string, lines: readonly string[]): Promise<void> => {
    const place = path.join(folder, name);
    await mkdir(place, { recursive: true });
    const terminal = openTerminal(place, env);
    for (const line of lines) {
      const { code, output } = await terminal.run(line);
      if (code !== 0) throw new Error(`${line}\n${output}`);
    }
  };
  const lines = blocks.flatMap((block) => [...(setupOf(block)?.before ?? []), ...block.lines]);
  const isNeeded = (variable: string): boolean => lines.some((line) => line.includes(`$${variable}`));
  const init = 'kbts init --domain my.domain --project-name';
  const website = async (): Promise<void> => prepare('website', [`${init} website`, ...(await websiteLines())]);
  const shop = (): Promise<void> =>
    prepare('shop', [
      'kubebuilder init --domain my.domain --repo example.com/shop --skip-go-version-check',
      'kubebuilder create api --group webapp --version v1 --kind Guestbook --resource --controller --make=false',
      'controller-gen rbac:roleName=manager-role crd paths=./... output:crd:artifacts:config=config/crd/bases',
    ]);
  await Promise.all([
    prepare('empty', [`${init} guestbook`]),
    prepare('guestbook', [`${init} guestbook`, 'kbts create api --group webapp --version v1 --kind Guestbook']),
    ...(isNeeded('WEBSITE') ? [website()] : []),
    ...(isNeeded('SHOP') ? [shop()] : []),
  ]);
  let count = 0;
  return {
    terminal: (place) => openTerminal(place, env),
    async project(kind) {
      const place = path.join(folder, `${++count}`, 'guestbook');
      if (kind === 'none') await mkdir(place, { recursive: true });
      else
        await cp(path.join(folder, kind), place, { recursive: true, filter: (file) => !file.endsWith('node_modules') });
      if (kind !== 'none') await symlink(env.PACKAGES, path.join(place, 'node_modules'));
      return place;
    },
    async [Symbol.asyncDispose]() {
      await plane.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The project of the tutorial as its reader has it: test/docs/quick-start.slow.test.ts judges whether it is right. */
async function websiteLines(): Promise<string[]> {
  const page = await readFile(path.join(repository, 'docs/book/tutorial.md'), 'utf8');
  const files = [...page.matchAll(/`((?:src|config)\/[^`]+)`[^`]*?```(?:ts|yaml)[^\n]*\n([\s\S]*?)^```$/gm)];
  const write = files
    .filter(([, file = '']) => !file.endsWith('.test.ts'))
    .map(([, file = '', text = '']) => `cat > '${file}' <<'END'\n${text}END`);
  const api = 'kbts create api --group web --version v1 --kind Website';
  const hook = 'kbts create webhook --group web --version v1 --kind Website --programmatic-validation';
  return [api, hook, ...write, 'kbts generate'];
}
