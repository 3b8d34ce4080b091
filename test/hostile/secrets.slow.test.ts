/** A secret of a kubeconfig is in nothing that the program prints, whatever the cluster answers. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli, runOk } from '../cli/fakes/run-cli.js';
import { temporaryFolder } from '../project-folder.js';
import { isThorough } from '../lanes/thorough.js';

const canary = 'CANARY-7f3a91-must-not-be-printed';
const encoded = Buffer.from(canary).toString('base64');
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
let server: Server;
let port: number;
let answer: { status: number; body: string } = { status: 200, body: '' };
const seen: string[] = [];

beforeAll(async () => {
  folder = await temporaryFolder('secrets');
  root = folder.root;
  await runOk(root, 'init', '--domain', 'my.domain', '--project-name', 'shop', '--skip-install', '--kbts', '*');
  await runOk(root, 'create', 'api', '--group', 'webapp', '--version', 'v1', '--kind', 'Guestbook');
  server = createServer((request, response) => {
    seen.push(request.headers.authorization ?? '');
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
}, 60_000);
afterAll(async () => {
  server.close();
  await folder.clean();
});

const users: Record<string, object> = {
  token: { token: canary },
  password: { username: 'someone', password: canary },
  'token file that is missing': { tokenFile: '/nonexistent/token', token: canary },
  'client key that is none': { 'client-certificate-data': encoded, 'client-key-data': encoded },
  'exec plug-in that fails': {
    exec: {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: process.execPath,
      args: ['-e', 'console.log(process.env.KEY); process.exit(3)'],
      env: [{ name: 'KEY', value: canary }],
      interactiveMode: 'Never',
    },
  },
  'exec plug-in that prints no JSON': {
    exec: {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: process.execPath,
      args: ['-e', 'console.log("token: " + process.env.KEY)'],
      env: [{ name: 'KEY', value: canary }],
      interactiveMode: 'Never',
    },
  },
  'auth provider': { 'auth-provider': { name: 'oidc', config: { 'id-token': canary, 'refresh-token': canary } } },
  'field of another type': { token: { nested: canary } },
};
const answers: Record<string, { status: number; body: string }> = {
  'not JSON': { status: 200, body: '<html>' },
  unauthorized: { status: 401, body: '{"kind":"Status","reason":"Unauthorized","message":"Unauthorized","code":401}' },
  forbidden: { status: 403, body: '{"kind":"Status","reason":"Forbidden","message":"no","code":403}' },
  broken: { status: 500, body: '' },
};
const commands = [
  ['install'],
  ['uninstall', '--yes'],
  ['deploy', '--image', 'example.com/shop:v1'],
  ['undeploy', '--yes'],
  ['run'],
  ['doctor'],
];

test.each(Object.keys(users))(
  'a kubeconfig with a %s',
  async (name) => {
    const isFirst = name === Object.keys(users)[0];
    for (const [kind, given] of Object.entries(answers)) {
      if (kind !== 'unauthorized' && !isThorough && !isFirst) continue;
      answer = given;
      // Every command with one answer, and one command with every answer.
      for (const command of kind === 'unauthorized' ? commands : [['install']]) {
        const file = path.join(path.dirname(root), 'kubeconfig.yaml');
        await writeFile(file, kubeconfig(users[name] ?? {}));
        const args = command[0] === 'doctor' ? command : [...command, '--kubeconfig', file];
        const { stdout, stderr } = await runCli(root, args, { env: { ...process.env, KUBECONFIG: file } });
        const printed = stdout + stderr;
        expect(printed, `${command.join(' ')}, ${kind}`).not.toContain(canary);
        expect(printed, `${command.join(' ')}, ${kind}`).not.toContain(encoded);
      }
    }
  },
  120_000,
);

test('the server has been asked with the secret: the test could have found it', () => {
  expect(seen.some((header) => header.includes(canary))).toBe(true);
});

test('a kubeconfig that is broken in every way shows none of its lines', async () => {
  const good = kubeconfig({ token: canary });
  const file = path.join(path.dirname(root), 'broken.yaml');
  for (const text of [
    good.replace('users:', 'users: ['),
    `${good}\n  token: ${canary}\n: :`,
    good.replace(`"${canary}"`, `!!binary ${canary}`),
    good.replace(`"${canary}"`, `"${canary}`),
    `token: ${canary}`,
    canary,
  ]) {
    await writeFile(file, text);
    const { stdout, stderr } = await runCli(root, ['install', '--kubeconfig', file]);
    expect(stdout + stderr, text).not.toContain(canary);
  }
});

function kubeconfig(user: object): string {
  return [
    'apiVersion: v1',
    'kind: Config',
    'current-context: a',
    'contexts: [{ name: a, context: { cluster: a, user: a } }]',
    `clusters: [{ name: a, cluster: { server: "http://127.0.0.1:${port}" } }]`,
    'users:',
    '- name: a',
    `  user: ${JSON.stringify(user)}`,
    '',
  ].join('\n');
}
