/** docs/book/rights.md says verb by verb what the operator's account may do, beside the account of a kubebuilder project. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOk } from '../cli/fakes/run-cli.js';
import { buildControlPlane } from '../control-plane/build.mjs';
import { makeWithKbts, makeWithKubebuilder, renderDefault } from '../parity/side-by-side.js';
import { temporaryFolder } from '../project-folder.js';
import { grantedRights } from './rights.js';
import { type Column, rightsTable } from './rights-table.js';

const account = 'guestbook-controller-manager';
const page = readFileSync('docs/book/rights.md', 'utf8');
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const layouts: Record<string, Column[]> = {};

beforeAll(async () => {
  await buildControlPlane(['kubebuilder', 'controller-gen', 'kubectl']);
  folder = await temporaryFolder('rights');
  for (const [layout, flags] of Object.entries({ cluster: [], namespaced: ['--namespaced'] })) {
    const root = path.join(folder.root, layout, 'ts');
    const theirs = makeWithKubebuilder(path.join(folder.root, layout, 'go'), ...flags);
    const ours = await makeWithKbts(root, ...flags);
    await runOk(root, 'edit', '--enable', 'cert-manager');
    layouts[layout] = [
      { title: 'kubebuilder', objects: theirs },
      { title: 'kbts', objects: ours },
      { title: 'kbts with `cert-manager`', objects: renderDefault(root) },
    ];
  }
}, 600_000);
afterAll(async () => folder.clean());

test.each(['cluster', 'namespaced'])('the table of the %s layout is what the projects grant', (layout) => {
  const written = new RegExp(`<!-- rights: ${layout} -->\n\n([^]*?)\n\n<!-- end -->`).exec(page)?.[1];

  expect(written).toBe(rightsTable(layouts[layout] ?? [], account));
});

test.each(['cluster', 'namespaced'])(
  'in the %s layout, kbts gives no right that kubebuilder gives to fewer objects',
  (layout) => {
    const [theirs, ours] = (layouts[layout] ?? []).map(({ objects }) => grantedRights(objects, account));
    const key = (right: { group: string; resource: string; verb: string }) =>
      `${right.verb} ${right.resource}.${right.group}`;
    const theirKeys = new Set((theirs ?? []).map(key));
    // What only kbts gives is for certificates that it manages itself, and for the newer kind of events.
    const extra = (ours ?? []).filter((right) => !theirKeys.has(key(right)));

    expect(extra.filter(({ names, verb }) => names === undefined && verb !== 'create').map(key)).toEqual([]);
    expect([...new Set(extra.map(({ resource }) => resource))].sort()).toEqual([
      'events',
      'mutatingwebhookconfigurations',
      'secrets',
      'validatingwebhookconfigurations',
    ]);
  },
);

test('with cert-manager, nothing is left that kubebuilder does not give, but the newer kind of events', () => {
  for (const columns of Object.values(layouts)) {
    const [theirs, , ours] = columns.map(({ objects }) => grantedRights(objects, account));
    const known = new Set((theirs ?? []).map(({ verb, resource, group }) => `${verb} ${resource}.${group}`));
    const extra = (ours ?? []).filter(({ verb, resource, group }) => !known.has(`${verb} ${resource}.${group}`));

    expect(extra.map(({ verb, resource, group }) => `${verb} ${resource}.${group}`)).toEqual([
      'create events.events.k8s.io',
    ]);
  }
});
