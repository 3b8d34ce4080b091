import { describe, expect, test } from 'vitest';
import { newProjectText, parseProject, updateProjectText } from '../../src/project/project-file.js';
import type { Project } from '../../src/project/project.js';
import type { Resource } from '../../src/project/resource.js';

const project: Project = {
  version: '3',
  domain: 'my.domain',
  projectName: 'shop',
  repo: 'shop',
  cliVersion: '0.1.0',
  multigroup: false,
  namespaced: false,
  packageManager: 'npm',
  resources: [],
};
const captain: Resource = {
  group: 'crew',
  domain: 'my.domain',
  version: 'v1',
  kind: 'Captain',
  plural: 'captains',
  path: 'src/api/v1',
  api: { crdVersion: 'v1', namespaced: true },
  controller: true,
};

test('what was written is read back', () => {
  const full: Project = {
    ...project,
    multigroup: true,
    namespaced: true,
    packageManager: 'pnpm',
    resources: [
      captain,
      {
        ...captain,
        version: 'v2',
        controller: undefined,
        controllers: [{ name: 'a' }],
        webhooks: { webhookVersion: 'v1', conversion: true, spoke: ['v1'], defaulting: true, defaultingPath: '/d' },
      },
      { group: 'core', domain: '', version: 'v1', kind: 'Pod', plural: 'pods', core: true },
    ],
  };

  expect(JSON.parse(JSON.stringify(parseProject(newProjectText(full))))).toEqual(JSON.parse(JSON.stringify(full)));
});

test('a PROJECT of kubebuilder is understood', () => {
  const text = `layout:\n- go.kubebuilder.io/v4\ncliVersion: 4.15.0\ndomain: testproject.org\nprojectName: project-v4\nrepo: sigs.k8s.io/x\nresources:\n- api:\n    crdVersion: v1\n    namespaced: true\n  controller: true\n  domain: testproject.org\n  group: crew\n  kind: Captain\n  path: sigs.k8s.io/x/api/v1\n  version: v1\n  webhooks:\n    defaulting: true\n    validation: true\n    webhookVersion: v1\nversion: "3"\n`;

  expect(parseProject(text).resources[0]).toMatchObject({
    kind: 'Captain',
    plural: 'captains',
    webhooks: { defaulting: true, validation: true },
  });
});

describe('updating keeps', () => {
  const text = `# mine\nversion: "3" # three\nlayout:\n- typescript.kbts.dev/v1\ndomain: my.domain\nprojectName: shop\nextra: {a: 1} # unknown\nplugins:\n  other/v1: {x: y}\nresources:\n# about the captain\n- api:\n    crdVersion: v1\n    namespaced: true\n  domain: my.domain\n  group: crew\n  kind: Captain\n  plural: captains\n  version: v1\n  unknown: kept\n`;

  test('comments, unknown fields and other plugins', () => {
    const updated = updateProjectText(text, {
      ...parseProject(text),
      multigroup: true,
      resources: [captain, { ...captain, version: 'v2' }],
    });

    for (const kept of [
      '# mine',
      '# three',
      'extra: {a: 1} # unknown',
      'other/v1: {x: y}',
      '# about the captain',
      'unknown: kept',
    ])
      expect(updated).toContain(kept);
    expect(parseProject(updated)).toMatchObject({
      multigroup: true,
      resources: [{ version: 'v1', controller: true }, { version: 'v2' }],
    });
  });

  test('every byte when nothing changes', () => {
    const written = newProjectText({ ...project, resources: [captain] });

    expect(updateProjectText(written, parseProject(written))).toBe(written);
  });
});

test('removing the last resource undoes adding it', () => {
  const before = newProjectText(project);
  const withCaptain = updateProjectText(before, { ...project, resources: [captain] });

  expect(updateProjectText(withCaptain, project)).toBe(before);
});
