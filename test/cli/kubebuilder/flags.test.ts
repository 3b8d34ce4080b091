import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectForTests } from '../../commands/project-for-tests.js';
import { temporaryFolder } from '../../project-folder.js';
import { runCli } from '../fakes/run-cli.js';

const project = projectForTests([], 'create api --group webapp --version v1 --kind Guestbook');
const kind = '--group webapp --version v1 --kind Guestbook';

describe('flags of kubebuilder that change nothing here are taken with a word', () => {
  test.each([
    ['--repo github.com/acme/guestbook', 'names a Go module'],
    ['--plugins go/v4', 'typescript.kbts.dev/v1'],
    ['--plugins=go.kubebuilder.io/v4,kustomize/v2', 'kustomize'],
    ['--project-version 3', '--project-version 3'],
    ['--skip-go-version-check', 'no Go'],
    ['--fetch-deps=false', '--skip-install'],
  ])('init %s', async (flags, word) => {
    const { root, clean } = await temporaryFolder('kb');

    const { code, stderr } = await runCli(root, ['init', '--skip-install', '--kbts', '*', ...flags.split(' ')]);

    await clean();
    expect([code, stderr]).toEqual([0, expect.stringContaining(word)]);
    expect(stderr).toMatch(/^note: /);
  });

  test.each([
    [`create api --group webapp --version v1 --kind Ship --make=false`, '--make=false'],
    [`create api --group webapp --version v1 --kind Ship --make`, '--make'],
    [`create api --group webapp --version v1 --kind Ship --plugins go/v4`, 'changes nothing'],
    [`create webhook ${kind} --defaulting --make=false`, '--make'],
  ])('%s', async (line, word) => {
    const { code, stderr } = await runCli(await project(), line.split(' '));

    expect([code, stderr]).toEqual([0, expect.stringContaining(word)]);
  });

  test('a webhook may name the plural of its kind, and no other', async () => {
    const right = await runCli(await project(), `create webhook ${kind} --defaulting --plural guestbooks`.split(' '));
    const wrong = await runCli(await project(), `create webhook ${kind} --defaulting --plural books`.split(' '));

    expect(right.code).toBe(0);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('not "books"')]);
  });
});

describe('others are refused with what to do here, and nothing is written', () => {
  test.each([
    ['create api --group cert --version v1 --kind Issuer --external-api-path=github.com/x/y/v1', '--external-crd'],
    ['create api --group cert --version v1 --kind Issuer --external-api-domain=io', '--external-crd'],
    ['create api --group cert --version v1 --kind Issuer --external-api-module=github.com/x/y@v1', '--external-crd'],
    [`create webhook ${kind} --defaulting --legacy`, 'src/webhook'],
    [`create webhook ${kind} --defaulting --external-api-path github.com/x/y`, '--external-crd'],
    ['create api --group a --version v1 --kind Ship --plugins deploy-image/v1-alpha', '--image'],
    ['create api --group a --version v1 --kind Ship --image-container-port 80', '--image'],
    ['create api --group a --version v1 --kind Ship --image a:b --image-container-port 70000', '65535'],
    ['create api --group a --version v1 --kind Ship --image a:b --run-as-user root', 'whole number'],
    ['create api --group a --version v1 --kind Ship --image a:b --namespaced=false', 'leave out --namespaced=false'],
    ['init --plugins helm/v2-alpha', 'build-chart'],
    ['edit --plugins=go/v4,grafana/v1-alpha', 'build-dashboards'],
    ['init --plugins grafana/v1-alpha', 'build-dashboards'],
    ['edit --plugins autoupdate/v1-alpha', 'Renovate'],
    ['edit --plugins nonsense/v1', 'no plugin "nonsense/v1"'],
  ])('%s', async (line, word) => {
    const { code, stdout, stderr } = await runCli(await project(), line.split(' '));

    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(word)]);
  });

  test.each([
    ['--plugins deploy-image/v1-alpha', 'create api'],
    ['--project-version 2', 'pass 3'],
  ])('init %s', async (flags, word) => {
    const { root, clean } = await temporaryFolder('kb');

    const { code, stderr } = await runCli(root, ['init', '--skip-install', '--kbts', '*', ...flags.split(' ')]);

    await clean();
    expect([code, stderr]).toEqual([2, expect.stringContaining(word)]);
    expect(existsSync(path.join(root, 'PROJECT'))).toBe(false);
  });
});

test('edit changes the header that new sources get', async () => {
  const root = await project();

  const { code } = await runCli(root, ['edit', '--license', 'copyright', '--owner', 'Acme']);
  await runCli(root, 'create api --group webapp --version v1 --kind Ship'.split(' '));

  expect(code).toBe(0);
  expect(await readFile(path.join(root, 'src/controller/ship.controller.ts'), 'utf8')).toMatch(/Copyright \d{4} Acme/);
  expect((await runCli(root, ['edit', '--license', 'none'])).code).toBe(0);
  expect(existsSync(path.join(root, 'hack/boilerplate.txt'))).toBe(false);
});
