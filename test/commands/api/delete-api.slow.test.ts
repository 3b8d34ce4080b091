import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli, runOk } from '../../cli/fakes/run-cli.js';
import { snapshot } from '../../snapshot.js';
import { projectForTests } from '../project-for-tests.js';

const testdata = path.resolve('test/parity/testdata');
const guestbook = '--group webapp --version v1 --kind Guestbook'.split(' ');

describe('deleting undoes creating, byte for byte', () => {
  const project = projectForTests([]);

  test.each([
    ['an API', `create api ${guestbook.join(' ')}`, `delete api ${guestbook.join(' ')}`],
    [
      'a cluster-scoped API with its own plural',
      'create api --group webapp --version v1 --kind Admiral --plural admirales --namespaced=false',
      'delete api --group webapp --version v1 --kind Admiral',
    ],
    [
      'an API without a controller',
      `create api ${guestbook.join(' ')} --controller=false`,
      `delete api ${guestbook.join(' ')}`,
    ],
    [
      'a controller of a core kind',
      'create api --group apps --version v1 --kind Deployment --core',
      'delete api --group apps --version v1 --kind Deployment',
    ],
    [
      'a kind that runs an image',
      `create api ${guestbook.join(' ')} --image memcached:1.6 --image-container-port 11211 --image-container-command memcached,-m=64 --run-as-user 1001`,
      `delete api ${guestbook.join(' ')}`,
    ],
    [
      'an external kind',
      `create api --external-crd ${testdata}/certificates.yaml`,
      'delete api --group cert-manager --version v1 --kind Certificate',
    ],
  ])('%s', async (_, create, remove) => {
    const root = await project();
    const before = await snapshot(root);

    await runOk(root, ...create.split(' '));
    await runOk(root, ...remove.split(' '));

    expect(await snapshot(root)).toEqual(before);
  });
});

describe('beside other APIs', () => {
  const project = projectForTests([], `create api ${guestbook.join(' ')}`);

  test.each([
    ['a second kind', '--kind Album --version v1'],
    ['a second version', '--kind Guestbook --version v2 --controller=false'],
  ])('%s comes and goes without a trace', async (_, flags) => {
    const root = await project();
    const before = await snapshot(root);

    await runOk(root, ...`create api --group webapp ${flags}`.split(' '));
    await runOk(root, ...`delete api --group webapp ${flags.replace(' --controller=false', '')}`.split(' '));

    expect(await snapshot(root)).toEqual(before);
  });

  test('named controllers come and go with their API', async () => {
    const root = await project();
    await runOk(root, 'create', 'api', ...guestbook, '--resource=false', '--controller-name', 'guestbook-backup');

    await runOk(root, 'delete', 'api', ...guestbook);

    expect(Object.keys(await snapshot(root)).filter((file) => file.startsWith('src/controller'))).toEqual([]);
  });

  test('work of the user is not lost, unless --force says so', async () => {
    const root = await project();
    await appendFile(path.join(root, 'src/controller/guestbook.controller.ts'), '// my work\n');
    const before = await snapshot(root);

    const refused = await runCli(root, ['delete', 'api', ...guestbook]);

    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('src/controller/guestbook.controller.ts'),
    ]);
    expect(await snapshot(root)).toEqual(before);
    await runOk(root, 'delete', 'api', ...guestbook, '--force');
    expect(Object.keys(await snapshot(root))).not.toContain('src/controller/guestbook.controller.ts');
  });

  test('an API with webhooks keeps until these are gone', async () => {
    const root = await project();
    await runOk(root, 'create', 'webhook', ...guestbook, '--defaulting');

    const { code, stderr } = await runCli(root, ['delete', 'api', ...guestbook]);

    expect([code, stderr]).toEqual([2, expect.stringContaining('kbts delete webhook')]);
  });
});

describe('a version that the hub converts', () => {
  const project = projectForTests(
    [],
    `create api ${guestbook.join(' ')}`,
    'create api --group webapp --version v2 --kind Guestbook --controller=false',
    `create webhook ${guestbook.join(' ')} --defaulting --conversion --spoke v2`,
  );

  test('names the command that helps, and that keeps all other webhooks', async () => {
    const root = await project();
    const spoke = '--group webapp --version v2 --kind Guestbook'.split(' ');

    const { stderr } = await runCli(root, ['delete', 'api', ...spoke]);
    const command = /kbts (delete webhook .*)$/m.exec(stderr)?.[1] ?? '';
    await runOk(root, ...command.split(' '));
    await runOk(root, 'delete', 'api', ...spoke);

    expect(command).toContain('--conversion');
    const files = await snapshot(root);
    expect(files['src/webhook/v1/guestbook.webhook.ts']).toContain('Defaulter');
    expect(Object.keys(files)).not.toContain('src/api/v2/guestbook.types.ts');
  });

  test('samples of two versions are two objects', async () => {
    const files = await snapshot(await project());

    expect(files['config/samples/webapp_v1_guestbook.yaml']).toContain('name: guestbook-sample');
    expect(files['config/samples/webapp_v2_guestbook.yaml']).toContain('name: guestbook-v2-sample');
  });
});

describe('what kbts has changed itself is not taken for work of the user', () => {
  const project = projectForTests([], `create api ${guestbook.join(' ')}`);

  test('after the layout was changed', async () => {
    const root = await project();
    await runOk(root, 'edit', '--multigroup');

    await runOk(root, 'delete', 'api', ...guestbook);
  });

  test('after the stored version was marked', async () => {
    const root = await project();
    await runOk(root, ...'create api --group webapp --version v2 --kind Guestbook --controller=false'.split(' '));

    await runOk(root, 'delete', 'api', ...guestbook);
  });
});
