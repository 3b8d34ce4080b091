import { expect, test } from 'vitest';
import { buildSteps, type ContainerTool, pushSteps } from '../../src/tools/container-commands.js';

const one = { image: 'r.io/a:v1', platforms: [], push: false, builder: 'a-builder' };
const both = { ...one, platforms: ['linux/amd64', 'linux/arm64'], push: true };
const lines = (steps: readonly { args: readonly string[] }[]): string[] => steps.map(({ args }) => args.join(' '));

test.each<[ContainerTool, string[], string[]]>([
  [
    'docker',
    ['build --tag r.io/a:v1 .'],
    [
      'buildx create --name a-builder',
      'buildx build --builder a-builder --platform linux/amd64,linux/arm64 --tag r.io/a:v1 --push .',
    ],
  ],
  [
    'podman',
    ['build --tag r.io/a:v1 .'],
    [
      'manifest rm r.io/a:v1',
      'build --platform linux/amd64,linux/arm64 --manifest r.io/a:v1 .',
      'manifest push --all r.io/a:v1 docker://r.io/a:v1',
    ],
  ],
  [
    'buildah',
    ['build --tag r.io/a:v1 .'],
    [
      'manifest rm r.io/a:v1',
      'build --platform linux/amd64,linux/arm64 --manifest r.io/a:v1 .',
      'manifest push --all r.io/a:v1 docker://r.io/a:v1',
    ],
  ],
  [
    'nerdctl',
    ['build --tag r.io/a:v1 .'],
    ['build --platform linux/amd64,linux/arm64 --tag r.io/a:v1 .', 'push --all-platforms r.io/a:v1'],
  ],
])('%s builds for this machine, and builds and pushes for two platforms', (tool, single, multi) => {
  expect(lines(buildSteps(tool, one))).toEqual(single);
  expect(lines(buildSteps(tool, both))).toEqual(multi);
});

test('one platform, another Dockerfile and build arguments become arguments of their own', () => {
  const build = { ...one, platforms: ['linux/arm64'], dockerfile: 'my file', buildArgs: ['A=$(id)'] };

  expect(buildSteps('docker', build)[0]?.args).toEqual([
    'build',
    '--platform',
    'linux/arm64',
    '--tag',
    'r.io/a:v1',
    '--file',
    'my file',
    '--build-arg',
    'A=$(id)',
    '.',
  ]);
});

test.each<[ContainerTool]>([['docker'], ['podman'], ['buildah'], ['nerdctl']])(
  '%s pushes one image by its name',
  (tool) => {
    expect(lines(pushSteps(tool, 'r.io/a:v1', false))).toEqual(['push r.io/a:v1']);
  },
);
