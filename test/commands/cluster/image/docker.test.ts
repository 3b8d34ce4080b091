import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dockerBuild, dockerPush } from '../../../../src/commands/cluster/image/docker.js';
import { newProjectText } from '../../../../src/project/project-file.js';
import { fakePrograms } from '../../../tools/fake-programs.js';
import { caught, surroundings, temporaryFolder } from '../project-fixture.js';

let temporary: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  temporary = await temporaryFolder();
  const project = {
    version: '3',
    domain: 'my.domain',
    projectName: 'guestbook',
    multigroup: false,
    namespaced: false,
    packageManager: 'npm',
    resources: [],
  } as const;
  await writeFile(path.join(temporary.folder, 'PROJECT'), newProjectText(project));
  await writeFile(path.join(temporary.folder, 'Dockerfile'), 'FROM scratch\n');
});

afterEach(() => temporary[Symbol.asyncDispose]());

const version = (name: string, number: string): string =>
  `if (args[0] === '--version') console.log('${name} version ${number}');`;

test('builds the placeholder when no image is named, but does not push it', async () => {
  await using programs = await fakePrograms({ podman: version('podman', '5.0.0') });
  const around = surroundings(temporary.folder, programs.env);

  const built = await dockerBuild(around, {});
  const error = await caught(dockerPush(around, {}));

  expect(built).toEqual({ image: 'controller:latest', tool: 'podman', platforms: [], pushed: false });
  expect(await programs.calls()).toContainEqual(['podman', 'build', '--tag', 'controller:latest', '.']);
  expect(error).toMatchObject({ code: 'flag-missing', fix: expect.stringContaining('--image') });
});

test('docker needs --push for several platforms', async () => {
  await using programs = await fakePrograms({ docker: version('Docker', '27.0.0') });
  const around = surroundings(temporary.folder, programs.env);
  const platforms = ['linux/amd64', 'linux/arm64'];

  expect(await caught(dockerBuild(around, { image: 'r.io/a:v1', platforms }))).toMatchObject({
    code: 'flag-conflict',
    fix: expect.stringContaining('--push'),
  });
  expect(await dockerBuild(around, { image: 'r.io/a:v1', platforms, push: true })).toMatchObject({ pushed: true });
  expect(await programs.calls()).toContainEqual(expect.arrayContaining(['--builder', 'guestbook-builder']));
});

test('an image for several platforms is pushed as a list', async () => {
  await using programs = await fakePrograms({ buildah: version('buildah', '1.37.0') });

  await dockerPush(surroundings(temporary.folder, programs.env), {
    image: 'r.io/a:v1',
    platforms: ['linux/amd64', 'linux/arm64'],
  });

  expect(await programs.calls()).toContainEqual([
    'buildah',
    'manifest',
    'push',
    '--all',
    'r.io/a:v1',
    'docker://r.io/a:v1',
  ]);
});

test.each([
  ['an image that is none', { image: 'A B' }, 'flag-invalid'],
  ['a platform that is none', { platforms: ['linux amd64'] }, 'flag-invalid'],
  ['a Dockerfile that is missing', { dockerfile: 'Other' }, 'not-found'],
  ['no container tool', {}, 'tool-missing'],
])('%s is refused', async (_name, options, code) => {
  await using programs = await fakePrograms({});

  expect(await caught(dockerBuild(surroundings(temporary.folder, programs.env), options))).toMatchObject({ code });
});
