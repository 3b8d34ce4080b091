import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli, runOk } from '../../cli/fakes/run-cli.js';
import { snapshot } from '../../snapshot.js';
import { projectForTests } from '../project-for-tests.js';
import { widgetCrd } from '../widget-crd.js';

const id = '--group webapp --version v1 --kind Guestbook';
const versions = ['v2', 'v3'].map(
  (version) => `create api --group webapp --version ${version} --kind Guestbook --controller=false`,
);
const project = projectForTests([], `create api ${id}`, ...versions);
const hookFile = 'src/webhook/v1/guestbook.webhook.ts';
const hook = (flags: string): string[] => `create webhook ${id} ${flags}`.split(' ');

test('webhooks can come together or one after another, in any order, with the same result', async () => {
  const [together, apart] = [await project(), await project()];

  await runOk(together, ...hook('--defaulting --programmatic-validation'));
  await runOk(apart, ...hook('--defaulting'));
  await runOk(apart, ...hook('--programmatic-validation'));

  expect(await snapshot(apart)).toEqual(await snapshot(together));
});

test('adding a webhook keeps what the user wrote in the file', async () => {
  const root = await project();
  await runOk(root, ...hook('--defaulting'));
  const { readFile } = await import('node:fs/promises');
  const mine = (await readFile(`${root}/${hookFile}`, 'utf8')).replace('// TODO(user): fill in', '// my rule: fill in');
  await writeFile(`${root}/${hookFile}`, mine);

  await runOk(root, ...hook('--programmatic-validation'));

  const text = (await snapshot(root))[hookFile];
  expect(text).toContain('// my rule: fill in');
  expect(text).toContain('class GuestbookValidator');
});

test('names carry the full group, paths are those of kubebuilder', async () => {
  const root = await project();
  await runOk(root, ...hook('--defaulting --programmatic-validation'));

  const manifests = (await snapshot(root))['config/webhook/manifests.yaml'];
  expect(manifests).toContain('name: mguestbook-v1.webapp.my.domain.kb.io');
  expect(manifests).toContain('path: /validate-webapp-my-domain-v1-guestbook');
});

test('custom paths are in the marker and in the code', async () => {
  const root = await project();
  await runOk(root, ...hook('--defaulting --defaulting-path /my/path'));

  const files = await snapshot(root);
  expect(files['config/webhook/manifests.yaml']).toContain('path: /my/path');
  expect(files[hookFile]).toContain("{ path: '/my/path' }");
});

describe('conversion', () => {
  test('spokes come one after another, and the hub is the stored version', async () => {
    const root = await project();
    await runOk(root, ...hook('--conversion --spoke v2'));
    await runOk(root, ...hook('--spoke v3'));

    const files = await snapshot(root);
    expect(files[hookFile]).toMatch(
      /\.convert\(guestbookV2Converter\)\);\s*manager\.add\(.*\.convert\(guestbookV3Converter\)/,
    );
    expect(files['src/api/v1/guestbook.types.ts']).toContain('+kubebuilder:storageversion');
    expect(files['config/crd/kustomization.yaml']).toContain('patches/webhook_in_guestbooks.yaml');
    expect(
      files['config/components/webhook/conversion_cert_role.yaml']?.match(/guestbooks\.webapp\.my\.domain/g),
    ).toHaveLength(1);
    expect(files.PROJECT).toMatch(/spoke:\n\s+- v2\n\s+- v3/);
  });

  test('another hub takes the stored version over', async () => {
    const root = await project();

    await runOk(
      root,
      ...'create webhook --group webapp --version v3 --kind Guestbook --conversion --spoke v1,v2'.split(' '),
    );

    const files = await snapshot(root);
    expect(files['src/api/v1/guestbook.types.ts']).not.toContain('+kubebuilder:storageversion');
    expect(files['src/api/v3/guestbook.types.ts']).toContain('+kubebuilder:storageversion');
  });

  test('a spoke that is there already is named', async () => {
    const root = await project();
    await runOk(root, ...hook('--conversion --spoke v2'));

    const { code, stderr } = await runCli(root, hook('--spoke v2'));

    expect([code, stderr]).toEqual([1, expect.stringContaining('conversion to v2')]);
  });
});

test('a webhook on a core kind comes with a warning', async () => {
  const root = await project();

  const { code, stderr } = await runCli(
    root,
    'create webhook --group core --version v1 --kind Pod --core --programmatic-validation'.split(' '),
  );

  expect([code, stderr]).toEqual([0, expect.stringContaining("can block the manager's own start")]);
  expect((await snapshot(root))['config/webhook/manifests.yaml']).toContain('path: /validate--v1-pod');
});

test('handlers and their tests are set apart by empty lines', async () => {
  const root = await project();

  await runOk(root, ...hook('--defaulting --programmatic-validation'));

  const files = await snapshot(root);
  for (const file of [hookFile, hookFile.replace('.ts', '.test.ts')])
    expect(
      (files[file] ?? '').split('\n').filter((line, at, all) => line !== '' && all[at - 1]?.startsWith('}') === true),
    ).toEqual([]);
});

test('what is said about markers of the types is said about own types only', async () => {
  const root = await project();

  await runOk(root, ...hook('--defaulting --programmatic-validation'));
  await runOk(root, ...'create webhook --group apps --version v1 --kind Deployment --core --defaulting'.split(' '));

  const files = await snapshot(root);
  expect(files[hookFile]).toContain('markers of the types');
  expect(files['src/webhook/v1/deployment.webhook.ts']).toContain('// TODO(user): fill in your defaults.\n');
});

test('the next steps name what is to be written', async () => {
  const root = await project();

  const { stderr } = await runCli(root, hook('--conversion --spoke v2'));

  expect(stderr).toContain('say in src/api/v2/guestbook.conversion.ts how each field is converted');
  expect(stderr).not.toContain('webhook.ts');
});

test('a kind of a foreign CRD is found by the group that "kbts list" shows', async () => {
  const root = await project();
  const crd = path.join(root, 'widgets.yaml');
  await writeFile(crd, widgetCrd);
  await runOk(root, 'create', 'api', '--external-crd', crd);

  await runOk(root, ...'create webhook --group acme.io --version v1 --kind Widget --defaulting'.split(' '));

  expect((await snapshot(root))['config/webhook/manifests.yaml']).toContain('path: /mutate-acme-io-v1-widget');
});
