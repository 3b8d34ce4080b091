/** `kbts import --from-cluster` on a control plane, embedded or real. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { openCluster } from '../../../src/commands/cluster/cluster.js';
import { callJson } from '../../../src/runtime/client/requests/json-call.js';
import { stringifyExact } from '../../../src/kubernetes/json/stringify-exact.js';
import type { ControlPlane } from '../../../src/testing/control-plane.js';
import { parseDocument } from '../../../src/yaml.js';
import { runCli, runOk } from '../../cli/fakes/run-cli.js';
import { type Json, meaningOf } from '../../conformance/corpus/corpus-crd.js';
import { temporaryFolder, writeKubeconfig } from '../cluster/project-fixture.js';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const exact = (text: string): Json => parseDocument(text, { intAsBigInt: true }).toJS() as Json;

/** A CRD as JSON text: its numbers must reach the server with all digits. */
function crdText(kind: string, group: string): string {
  const plural = `${kind.toLowerCase()}s`;
  const size = '{"type":"integer","format":"int64","default":9007199254740993,"enum":[3,9007199254740993]}';
  const fields = `{"size":${size},"name":{"type":"string","pattern":"^[a-z]+$","description":"What it is called."}}`;
  const spec = `{"type":"object","required":["name"],"properties":${fields}}`;
  const schema = `{"openAPIV3Schema":{"type":"object","required":["spec"],"properties":{"spec":${spec}}}}`;
  const version = (name: string, storage: boolean): string =>
    `{"name":"${name}","served":true,"storage":${storage},"schema":${schema},"subresources":{"status":{}}}`;
  return `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
    "metadata":{"name":"${plural}.${group}","labels":{"team":"fruit"},"annotations":{"note":"kept"}},
    "spec":{"group":"${group}","scope":"Cluster","names":{"kind":"${kind}","plural":"${plural}","shortNames":["${kind.toLowerCase()}"]},
    "versions":[${version('v1alpha1', false)},${version('v1', true)}]}}`;
}

/** Imports one CRD, a group and types from a cluster that has three CRDs; `project` makes an empty project with groups. The text of the one CRD. */
export async function importFromPlane(plane: ControlPlane, project: () => Promise<string>): Promise<string> {
  await using temporary = await temporaryFolder();
  const kubeconfig = await writeKubeconfig(plane, temporary.folder);
  await using cluster = await openCluster({ kubeconfig, env: {} });
  for (const [kind, group] of [
    ['Apple', 'fruit.io'],
    ['Pear', 'fruit.io'],
    ['Oak', 'tree.io'],
  ] as const)
    await callJson(cluster.transport, { method: 'POST', path: CRDS, body: crdText(kind, group) });
  const served = async (name: string): Promise<Json> => {
    const answer = await callJson(cluster.transport, { method: 'GET', path: `${CRDS}/${name}` });
    const { status: _, ...crd } = exact(stringifyExact(answer as object));
    return crd;
  };
  const flags = ['--kubeconfig', kubeconfig];

  const one = await project();
  await runOk(one, 'import', '--from-cluster', 'apples.fruit.io', ...flags);
  const made = await readFile(path.join(one, 'config/crd/bases/fruit.io_apples.yaml'), 'utf8');
  const wanted = { hasDescriptions: true };
  expect(meaningOf(exact(made), wanted)).toEqual(meaningOf(await served('apples.fruit.io'), wanted));
  const record = await readFile(path.join(one, 'PROJECT'), 'utf8');
  expect(record.match(/kind: \w+/g)).toEqual(['kind: Apple', 'kind: Apple']);

  const { code, stderr } = await runCli(one, ['import', '--from-cluster', 'plums.fruit.io', ...flags]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('not-found') as string });
  expect(await readFile(path.join(one, 'PROJECT'), 'utf8')).toBe(record);

  const all = await project();
  await runOk(all, 'import', '--from-cluster', 'fruit.io', '--types-only', ...flags);
  for (const kind of ['apple', 'pear']) {
    expect(await readFile(path.join(all, `src/external/fruit.io/v1/${kind}.types.ts`), 'utf8')).toContain(
      '+default=900719925474099',
    );
    const kept = await readFile(path.join(all, `config/crd/external/fruit.io_${kind}s.yaml`), 'utf8');
    expect(meaningOf(exact(kept), wanted)).toEqual(meaningOf(await served(`${kind}s.fruit.io`), wanted));
    expect(Object.keys(exact(kept)).sort()).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
  }
  expect(await readFile(path.join(all, 'PROJECT'), 'utf8')).not.toContain('Oak');
  return made;
}
