import { expect, test } from 'vitest';
import { renderKustomization } from '../../src/tools/kustomize.js';
import { fakeKubectl, fakePrograms } from './fake-programs.js';

const kustomize = "console.log('kind: ConfigMap # by kustomize');";

test.each([
  ['kubectl when it is there', { kubectl: fakeKubectl('v1.37.1'), kustomize }, 'by kubectl'],
  ['kustomize when kubectl is missing', { kustomize }, 'by kustomize'],
  ['kustomize when kubectl is too old', { kubectl: fakeKubectl('v1.14.0'), kustomize }, 'by kustomize'],
])('renders with %s', async (_name, programs, text) => {
  await using found = await fakePrograms(programs);

  expect(await renderKustomization('config', { cwd: found.folder, env: found.env })).toContain(text);
});

test.each([
  ['neither is there', {}, 'tool-missing', 'kubectl was not found'],
  ['kubectl is too old and kustomize missing', { kubectl: fakeKubectl('v1.14.0') }, 'tool-outdated', 'v1.14.0'],
])('says what to install when %s', async (_name, programs, code, message) => {
  await using found = await fakePrograms(programs);

  await expect(renderKustomization('config', { cwd: found.folder, env: found.env })).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
});

test.each([
  [
    'kubectl',
    {
      kubectl: `${fakeKubectl('v1.37.1').split('\n')[0]} else { console.error('no such file: x.yaml'); process.exit(1); }`,
    },
  ],
  ['kustomize', { kustomize: "console.error('no such file: x.yaml'); process.exit(1);" }],
])('quotes what %s says about a broken kustomization', async (_name, programs) => {
  await using found = await fakePrograms(programs);

  await expect(renderKustomization('config', { cwd: found.folder, env: found.env })).rejects.toMatchObject({
    code: 'render-failed',
    message: expect.stringContaining('no such file: x.yaml'),
  });
});
