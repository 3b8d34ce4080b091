// The CRDs of the Operator Lifecycle Manager, from the Go module that its API is defined in.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { binaryFolder, run } from './build.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

/** Their YAML texts, in the version that operator-sdk is built with. */
export async function olmCrds() {
  const folder = path.join(await moduleFolder('operator-sdk', 'api'), 'crds');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml')).sort();
  return Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
}

/** Writes crds.yaml and olm.yaml, rendered as those of a release of OLM are, into a folder; needs `helm`. */
export async function writeOlmManifests(folder) {
  const source = await moduleFolder('olm', 'operator-lifecycle-manager');
  const values = path.join(source, 'deploy/upstream/values.yaml');
  const flags = ['-n', 'olm', '-f', values, '--include-crds'];
  const text = await run(path.join(binaryFolder(), 'helm'), [
    'template',
    'olm',
    path.join(source, 'deploy/chart'),
    ...flags,
  ]);
  const documents = text.split(/^---$/m).filter((part) => /^kind:/m.test(part));
  const isCrd = (part) => /^kind: CustomResourceDefinition$/m.test(part);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'crds.yaml'), documents.filter(isCrd).join('---'));
  await writeFile(path.join(folder, 'olm.yaml'), documents.filter((part) => !isCrd(part)).join('---'));
}

/** The image of OLM's programs in those manifests. */
export async function olmImage() {
  const source = await moduleFolder('olm', 'operator-lifecycle-manager');
  const values = await readFile(path.join(source, 'deploy/upstream/values.yaml'), 'utf8');
  return /ref: (\S+)/.exec(values)[1];
}

async function moduleFolder(wrapper, name) {
  const listed = await run('go', ['mod', 'download', '-json', `github.com/operator-framework/${name}`], {
    cwd: path.join(here, wrapper),
    env: { ...process.env, GOFLAGS: '-mod=readonly', GOWORK: 'off' },
  });
  return JSON.parse(listed).Dir;
}
