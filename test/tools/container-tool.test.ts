import { expect, test } from 'vitest';
import { buildImage, findContainerTool, pushImage } from '../../src/tools/container-tool.js';
import { fakePrograms } from './fake-programs.js';

const prints = (version: string, rest = ''): string =>
  `if (args[0] === '--version') console.log('${version}'); else { ${rest} }`;
const build = { image: 'r.io/a:v1', platforms: [], push: false, builder: 'a-builder' };

test('takes the first tool that is installed', async () => {
  await using programs = await fakePrograms({
    podman: prints('podman version 5.2.1'),
    buildah: prints('buildah version 1.37.0'),
  });

  const found = await findContainerTool(undefined, { cwd: programs.folder, env: programs.env });

  expect(found).toEqual({ tool: 'podman', program: 'podman', version: '5.2.1' });
});

test('takes the tool that is asked for, also by another name', async () => {
  await using programs = await fakePrograms({
    docker: prints('Docker version 27.0.1'),
    'podman-remote': prints('podman version 5.2.1'),
  });
  const around = { cwd: programs.folder, env: programs.env };

  expect(await findContainerTool('podman-remote', around)).toMatchObject({ tool: 'podman', program: 'podman-remote' });
});

test('says what to install when there is none, or not the one asked for', async () => {
  await using programs = await fakePrograms({});
  const around = { cwd: programs.folder, env: programs.env };

  await expect(findContainerTool(undefined, around)).rejects.toMatchObject({
    code: 'tool-missing',
    message: expect.stringContaining('docker, podman, nerdctl, buildah'),
  });
  await expect(findContainerTool('nerdctl', around)).rejects.toMatchObject({
    code: 'tool-missing',
    fix: expect.stringContaining('--container-tool'),
  });
});

test('a tool that is too old is named with the version that is needed', async () => {
  await using programs = await fakePrograms({ docker: prints('Docker version 19.03.1, build x') });

  await expect(findContainerTool(undefined, { cwd: programs.folder, env: programs.env })).rejects.toMatchObject({
    code: 'tool-outdated',
    message: expect.stringContaining('20.10'),
  });
});

test.each([
  ['an engine that does not run', 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock.', 'start it'],
  ['a registry that refuses', 'denied: requested access to the resource is denied', 'log in'],
])('%s is explained', async (_name, text, fix) => {
  await using programs = await fakePrograms({
    docker: prints('Docker version 27.0.1', `console.error(${JSON.stringify(text)}); process.exit(1);`),
  });
  const around = { cwd: programs.folder, env: programs.env };
  const docker = await findContainerTool('docker', around);

  await expect(buildImage(docker, build, around)).rejects.toMatchObject({
    code: 'tool-unavailable',
    message: expect.stringContaining(text),
    fix: expect.stringContaining(fix),
  });
});

test('builds with BuildKit, shows what the tool prints, and goes on when the builder exists already', async () => {
  await using programs = await fakePrograms({
    docker: prints(
      'Docker version 27.0.1',
      "console.log('kit', process.env.DOCKER_BUILDKIT); if (args[1] === 'create') process.exit(1);",
    ),
  });
  const lines: string[] = [];
  const around = { cwd: programs.folder, env: programs.env, onLine: (line: string) => void lines.push(line) };
  const docker = await findContainerTool('docker', around);

  await buildImage(docker, { ...build, platforms: ['linux/amd64', 'linux/arm64'], push: true }, around);
  await pushImage(docker, 'r.io/a:v1', around);

  expect(lines).toContain('kit 1');
  expect((await programs.calls()).map(([, ...args]) => args[0])).toEqual(['--version', 'buildx', 'buildx', 'push']);
});
