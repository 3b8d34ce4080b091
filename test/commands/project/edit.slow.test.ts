import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli, runOk } from '../../cli/fakes/run-cli.js';
import { snapshot } from '../../snapshot.js';
import { projectForTests } from '../project-for-tests.js';

const id = '--group webapp --version v1 --kind Guestbook';
const project = projectForTests(
  [],
  `create api ${id}`,
  'create api --group webapp --version v2 --kind Guestbook --controller=false',
  `create webhook ${id} --defaulting --programmatic-validation --conversion --spoke v2`,
  'create api --group webapp --version v1 --kind Album --namespaced=false',
);

describe('--multigroup', () => {
  test('moves files and rewrites imports, and back again', async () => {
    const root = await project();
    const before = await snapshot(root);

    await runOk(root, 'edit', '--multigroup');
    const moved = await snapshot(root);

    expect(Object.keys(moved)).toEqual(
      expect.arrayContaining([
        'src/api/webapp/v1/guestbook.types.ts',
        'src/controller/webapp/guestbook.controller.ts',
        'src/webhook/webapp/v1/guestbook.webhook.ts',
        'config/rbac/webapp_guestbook_admin_role.yaml',
        'config/crd/patches/webhook_in_webapp_guestbooks.yaml',
      ]),
    );
    expect(moved['src/main.ts']).toContain("from './controller/webapp/guestbook.controller.js'");
    expect(moved['src/controller/webapp/guestbook.controller.ts']).toContain("from '../../api/webapp/v1/index.js'");
    expect(moved['src/webhook/webapp/v1/guestbook.webhook.ts']).toContain(
      "from '../../../api/webapp/v2/guestbook.conversion.js'",
    );
    await runOk(root, 'edit', '--multigroup=false');
    expect(await snapshot(root)).toEqual(before);
  });

  test('takes files along that belong to a moved one, whatever they contain', async () => {
    const root = await project();
    const write = (file: string, text: string): Promise<void> => writeFile(path.join(root, file), text);
    await write('src/controller/guestbook.children.ts', "export { Guestbook } from '../api/v1/index.js';\n");
    await write('src/controller/guestbook.fixture.yaml', 'a: b\n');
    await write('src/controller/shared.ts', 'export const shared = 1;\n');
    await write('src/webhook/v1/guestbook.rules.ts', "export { shared } from '../../controller/shared.js';\n");

    await runOk(root, 'edit', '--multigroup');

    const moved = await snapshot(root);
    expect(moved['src/controller/webapp/guestbook.children.ts']).toContain("'../../api/webapp/v1/index.js'");
    expect(moved['src/controller/webapp/guestbook.fixture.yaml']).toBe('a: b\n');
    expect(moved['src/webhook/webapp/v1/guestbook.rules.ts']).toContain("'../../../controller/shared.js'");
    expect(moved['src/controller/shared.ts']).toBeDefined();
    expect(Object.keys(moved)).not.toContain('src/controller/guestbook.children.ts');
  });

  test('makes room for a second group', async () => {
    const root = await project();
    const other = 'create api --group other --version v1 --kind Thing'.split(' ');

    expect((await runCli(root, other)).stderr).toContain('multigroup-needed');
    await runOk(root, 'edit', '--multigroup');
    await runOk(root, ...other);

    const back = await runCli(root, ['edit', '--multigroup=false']);
    expect([back.code, back.stderr]).toEqual([2, expect.stringContaining('2 groups')]);
  });
});

describe('--namespaced', () => {
  test('edits main, roles and markers, and back again', async () => {
    const root = await project();
    const before = await snapshot(root);

    await runOk(root, 'edit', '--namespaced');
    const narrow = await snapshot(root);

    expect(narrow['src/main.ts']).toContain('watchNamespaces(process.env)');
    expect(narrow['src/controller/guestbook.controller.ts']).toContain(',namespace=shop-system');
    expect(narrow['src/controller/album.controller.ts']).not.toContain('namespace=');
    expect(narrow['config/rbac/role.yaml']).toMatch(/kind: Role\n/);
    expect(narrow['config/rbac/role_binding.yaml']).toMatch(/kind: RoleBinding\n/);
    expect(narrow['config/rbac/cluster_role_binding.yaml']).toContain('ClusterRoleBinding');
    await runOk(root, 'edit', '--namespaced=false');
    expect(await snapshot(root)).toEqual(before);
  });

  test('keeps changed files, unless --force says so', async () => {
    const root = await project();
    const file = path.join(root, 'config/rbac/role_binding.yaml');
    await writeFile(file, `${await readFile(file, 'utf8')}# mine\n`);

    expect((await runCli(root, ['edit', '--namespaced'])).stderr).toContain('role_binding.yaml');
    await runOk(root, 'edit', '--namespaced', '--force');
  });
});

describe('components', () => {
  test('are switched on in their order, with what they need, and off again', async () => {
    const root = await project();
    const before = await snapshot(root);

    await runOk(root, 'edit', '--enable', 'ha,cert-manager', '--enable', 'prometheus');
    const text = (await snapshot(root))['config/default/kustomization.yaml'] ?? '';

    const order = [...text.matchAll(/^- \.\.\/components\/(\S+)/gm)].map(([, name]) => name);
    expect(order).toEqual(['metrics', 'webhook', 'prometheus', 'cert-manager', 'ha']);
    expect(text).toContain('- path: cert_manager_replacements.yaml');
    await runOk(root, 'edit', '--disable', 'ha,cert-manager,prometheus');
    expect(await snapshot(root)).toEqual(before);
  });

  test('that others need stay on', async () => {
    const root = await project();
    await runOk(root, 'edit', '--enable', 'prometheus');

    const { code, stderr } = await runCli(root, ['edit', '--disable', 'metrics']);

    expect([code, stderr]).toEqual([2, expect.stringContaining('prometheus')]);
  });

  test('asking for what is so changes nothing', async () => {
    const root = await project();

    expect(await runOk(root, 'edit', '--enable', 'metrics', '--multigroup=false')).toBe('');
  });
});

test('what comes next fits what was changed, and nothing comes after nothing', async () => {
  const root = await project();

  const enabled = await runCli(root, ['edit', '--enable', 'pdb']);
  const again = await runCli(root, ['edit', '--enable', 'pdb']);

  expect(enabled.stderr).toContain('npx kbts deploy --image <image>');
  expect(again.stderr).not.toContain('Next:');
});
