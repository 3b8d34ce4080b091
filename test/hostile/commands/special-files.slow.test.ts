/** Devices, pipes, sockets and folders in place of the files of a project: every command ends with an answer. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runOk } from '../../cli/fakes/run-cli.js';
import { widgetCrd } from '../../commands/widget-crd.js';
import { partOf } from '../../lanes/thorough.js';
import { temporaryFolder } from '../../project-folder.js';
import { everyCommand, placesOf, writeQuickPrograms } from './every-command.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let pristine: string;
let root: string;
let programs: string;

beforeAll(async () => {
  folder = await temporaryFolder('special');
  [pristine, root, programs] = ['pristine', 'project', 'programs'].map((name) => path.join(folder.root, name)) as [
    string,
    string,
    string,
  ];
  for (const made of [pristine, programs]) mkdirSync(made);
  writeQuickPrograms(programs);
  await runOk(pristine, 'init', '--domain', 'my.domain', '--project-name', 'shop', '--skip-install', '--kbts', '*');
  const id = ['--group', 'webapp', '--version', 'v1', '--kind', 'Guestbook'];
  await runOk(pristine, 'create', 'api', ...id);
  await runOk(pristine, 'create', 'webhook', ...id, '--programmatic-validation');
  writeFileSync(path.join(pristine, 'widgets.yaml'), widgetCrd);
  mkdirSync(path.join(pristine, 'node_modules'));
}, 60_000);
afterAll(async () => folder.clean());

/** Each puts something at a path that is not a file, and returns how to take it away. */
const kinds: Readonly<Record<string, (place: string) => Promise<() => void>>> = {
  'an endless device': async (place) => {
    symlinkSync('/dev/zero', place);
    return () => undefined;
  },
  'a pipe': async (place) => {
    execFileSync('mkfifo', [place]);
    return () => undefined;
  },
  'a folder': async (place) => {
    mkdirSync(place);
    return () => undefined;
  },
  'a socket': async (place) => {
    const server = createServer();
    // A path of a socket has at most a hundred characters.
    const short = path.join(folder.root, 's');
    rmSync(short, { force: true });
    await new Promise<void>((resolve) => void server.listen(short, resolve));
    symlinkSync(short, place);
    return () => server.close();
  },
};

const kindNames = Object.keys(kinds);

/** Each command meets each place once, with one of the four; the next command with the next one. */
const cases = Object.entries(everyCommand).flatMap(([name, args], command) =>
  placesOf(name).map((place, index) => ({ name, args, place, kind: kindNames[(command + index) % 4] ?? '' })),
);

describe('every command ends with an answer', () => {
  test.each(partOf(cases, 50))(
    '$name, with $kind at $place',
    async ({ name, args, place, kind }) => {
      const { code, output } = await runAt(place, kind, [...name.split(' '), ...args]);
      expect([0, 1, 2, 3], output).toContain(code);
      if (code === 1 && name !== 'doctor') expect(output).toMatch(/error [a-z-]+: [^]*fix: /);
    },
    60_000,
  );
});

/** A command that needs the file. */
const readers: readonly (readonly [string, readonly string[]])[] = [
  ['PROJECT', ['list']],
  ['PROJECT', ['manifests', '--check']],
  ['tsconfig.json', ['manifests', '--check']],
  ['src/main.ts', ['create', 'api', '--group', 'webapp', '--version', 'v1', '--kind', 'Other', '--yes']],
  ['config/default/kustomization.yaml', ['build-installer']],
  ['config/default/kustomization.yaml', ['build-chart']],
  ['config/rbac/role.yaml', ['manifests']],
  ['widgets.yaml', ['import', 'widgets.yaml', '--yes']],
  ['kubeconfig', ['olm', 'status', '--kubeconfig', 'kubeconfig']],
  ['package-lock.json', ['build-sbom']],
];

describe('a command that needs the file names it', () => {
  // `import` also reads folders.
  const all = readers
    .flatMap(([place, args]) => kindNames.map((kind) => ({ place, args, kind })))
    .filter(({ place, kind }) => place !== 'widgets.yaml' || kind !== 'a folder');
  test.each(partOf(all, 5))(
    '$args with $kind at $place',
    async ({ place, args, kind }) => {
      const { code, output } = await runAt(place, kind, args);
      expect(output).toMatch(/error (?:cannot-read|outside-project|kubeconfig-invalid): /);
      expect(output).toContain(path.basename(place));
      expect(output).toContain('fix: ');
      expect(code).toBe(1);
    },
    60_000,
  );
});

/** What a kubeconfig may name by its path. */
const named: Readonly<Record<string, (file: string) => { readonly cluster?: object; readonly user: object }>> = {
  tokenFile: (file) => ({ user: { tokenFile: file } }),
  'certificate-authority': (file) => ({ cluster: { 'certificate-authority': file }, user: { token: 'x' } }),
  'client-certificate': (file) => ({ user: { 'client-certificate': file, 'client-key': file } }),
  'idp-certificate-authority': (file) => ({
    user: {
      'auth-provider': {
        name: 'oidc',
        config: {
          'idp-certificate-authority': file,
          'idp-issuer-url': 'https://127.0.0.1:1',
          'client-id': 'shop',
          'refresh-token': 'x',
        },
      },
    },
  }),
};

describe('a kubeconfig that names something else than a file is refused', () => {
  const all = Object.keys(named).flatMap((field) => kindNames.map((kind) => ({ field, kind })));
  test.each(partOf(all, 6))(
    '$kind as $field',
    async ({ field, kind }) => {
      const file = path.join(root, 'credential');
      const { cluster = {}, user = {} } = named[field]?.(file) ?? {};
      const kubeconfig = path.join(folder.root, 'names-files');
      writeFileSync(
        kubeconfig,
        JSON.stringify({
          apiVersion: 'v1',
          kind: 'Config',
          clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1', ...cluster } }],
          users: [{ name: 'u', user }],
          contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
          'current-context': 'x',
        }),
      );
      const { code, output } = await runAt('credential', kind, ['olm', 'status', '--kubeconfig', kubeconfig]);
      expect(output).toContain('error kubeconfig-invalid: ');
      expect(output).toContain(`${file}: it is a `);
      expect(output).toContain('fix: ');
      expect(code).toBe(1);
    },
    60_000,
  );
});

async function runAt(
  place: string,
  kind: string,
  args: readonly string[],
): Promise<{ code: number | string | null; output: string }> {
  rmSync(root, { recursive: true, force: true });
  cpSync(pristine, root, { recursive: true });
  const there = path.join(root, place);
  rmSync(there, { recursive: true, force: true });
  mkdirSync(path.dirname(there), { recursive: true });
  const close = await kinds[kind]?.(there);
  try {
    return await runBuilt(args);
  } finally {
    close?.();
  }
}

/** In a process of its own: a read that blocks would block the test as well. */
async function runBuilt(args: readonly string[]): Promise<{ code: number | string | null; output: string }> {
  const env = {
    PATH: `${programs}${path.delimiter}/bin`,
    HOME: folder.root,
    CI: '1',
    KUBECONFIG: path.join(folder.root, 'no-kubeconfig'),
  };
  const flags = ['--max-old-space-size=300', path.resolve('bin/kbts.js')];
  const child = spawn(process.execPath, [...flags, ...args], {
    cwd: root,
    env,
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  return new Promise(
    (resolve) => void child.once('close', (code, signal) => resolve({ code: code ?? signal, output })),
  );
}
