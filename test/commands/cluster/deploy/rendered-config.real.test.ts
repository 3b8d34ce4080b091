import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imagesOf, parseObjects, renderConfig } from '../../../../src/commands/cluster/deploy/rendered-config.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { caught, scaffoldProject, surroundings, temporaryFolder } from '../project-fixture.js';

let project: Awaited<ReturnType<typeof scaffoldProject>>;
let kubectl: string;

beforeAll(async () => {
  await ensureBinaries(['kubectl']);
  kubectl = path.join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'kubectl');
  project = await scaffoldProject();
});

afterAll(() => project?.[Symbol.asyncDispose]());

const render = (options: Parameters<typeof renderConfig>[1]) =>
  renderConfig(surroundings(project.root, { KUBECTL: kubectl }), options);
const digest = `sha256:${'0f'.repeat(32)}`;

test.each([
  ['example.com/a:v1', 'example.com/a:v1'],
  ['localhost:5000/a', 'localhost:5000/a:latest'],
  [`example.com/a@${digest}`, `example.com/a@${digest}`],
])('the image %s becomes %s', async (image, used) => {
  const { objects } = await render({ image });

  expect(objects.flatMap(imagesOf)).toEqual([used]);
});

test('the namespace changes everywhere, and the files of the project do not', async () => {
  const file = path.join(project.root, 'config/default/kustomization.yaml');
  const before = await readFile(file, 'utf8');

  const { objects } = await render({ namespace: 'elsewhere', image: 'a:b' });

  const namespaces = new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []));
  const subjects = objects.flatMap((object) => (object as { subjects?: { namespace: string }[] }).subjects ?? []);
  expect([...namespaces]).toEqual(['elsewhere']);
  expect(objects.find(({ kind }) => kind === 'Namespace')?.metadata.name).toBe('elsewhere');
  expect(subjects.every(({ namespace }) => namespace === 'elsewhere')).toBe(true);
  expect(await readFile(file, 'utf8')).toBe(before);
});

test('an image that no container takes is an error, not silence', async () => {
  const file = path.join(project.root, 'config/manager/manager.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('image: controller:latest', 'image: fixed:v1'));

  const error = await caught(render({ image: 'example.com/a:v1' }));

  await writeFile(file, text);
  expect(error).toMatchObject({ code: 'image-unused' });
});

test('a folder without config/default is no project', async () => {
  await using temporary = await temporaryFolder();

  expect(await caught(renderConfig(surroundings(temporary.folder), {}))).toMatchObject({ code: 'not-found' });
});

test('output that is no object is refused', () => {
  expect(parseObjects('---\n---\nkind: A\napiVersion: v1\nmetadata: { name: a }\n', 'x')).toHaveLength(1);
  expect(() => parseObjects('just: text', 'x')).toThrow(expect.objectContaining({ code: 'render-failed' }));
});

test('a stop on request is not a broken kustomization', async () => {
  const around = { ...surroundings(project.root, { KUBECTL: kubectl }), signal: AbortSignal.abort() };

  expect(await caught(renderConfig(around, {}))).toMatchObject({ code: 'interrupted' });
});
