import { expect, test } from 'vitest';
import { newProjectText, parseProject, updateProjectText } from '../../src/project/project-file.js';
import type { Project } from '../../src/project/project.js';
import type { Resource } from '../../src/project/resource.js';

const cache: Resource = {
  group: 'cache',
  domain: 'my.domain',
  version: 'v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  path: 'src/api/v1',
  api: { crdVersion: 'v1', namespaced: true },
  controller: true,
  image: { containerCommand: 'memcached,-v', containerPort: '11211', image: 'memcached:1.6', runAsUser: '1001' },
};
const project: Project = {
  version: '3',
  domain: 'my.domain',
  projectName: 'shop',
  multigroup: false,
  namespaced: false,
  packageManager: 'npm',
  resources: [cache],
};

/** What kubebuilder 4.15 writes for `create api --plugins deploy-image/v1-alpha`. */
const kubebuilders = `plugins:
  deploy-image.go.kubebuilder.io/v1-alpha:
    resources:
    - domain: my.domain
      group: cache
      kind: Memcached
      options:
        containerCommand: memcached,-v
        containerPort: "11211"
        image: memcached:1.6
        runAsUser: "1001"
      version: v1
`;

test('the options of an image are kept where kubebuilder keeps them, and are read back', () => {
  const text = newProjectText(project);

  expect(text).toContain(kubebuilders);
  expect(text.indexOf('plugins:')).toBeLessThan(text.indexOf('projectName:'));
  expect(parseProject(text).resources[0]?.image).toEqual(cache.image);
  expect(updateProjectText(text, parseProject(text))).toBe(text);
});

test('beside other plugins, comments stay, and only what changed is written', () => {
  const text = newProjectText({ ...project, packageManager: 'pnpm' }).replace(
    'image: memcached:1.6',
    'image: memcached:1.6 # pinned',
  );

  const image = { image: 'memcached:1.6', containerPort: '11212' };
  const changed = updateProjectText(text, { ...parseProject(text), resources: [{ ...cache, image }] });

  expect(changed).toContain('packageManager: pnpm');
  expect(changed).toContain('image: memcached:1.6 # pinned');
  expect(parseProject(changed).resources[0]?.image).toEqual(image);
});

test('the entry goes with its kind; entries about kinds of somebody else stay', () => {
  const text = newProjectText(project);
  const foreign = text.replace(
    '    resources:\n',
    '    resources:\n    - kind: Other\n      version: v1\n      group: x\n      options: {image: a}\n',
  );

  expect(updateProjectText(text, { ...parseProject(text), resources: [] })).not.toContain('plugins');
  const left = updateProjectText(foreign, { ...parseProject(foreign), resources: [] });
  expect(left).toContain('kind: Other');
  expect(left).not.toContain('Memcached');
});

test.each([
  ['image: memcached:1.6', 'image: ""', 'options.image: it is missing'],
  ['containerPort: "11211"', 'containerPort: "web"', 'options.containerPort: "web" is not allowed'],
  ['containerPort: "11211"', 'containerPort: 11211', 'options.containerPort: it must be a string'],
])('%s written as %s is an error with its line', (from, to, message) => {
  const text = newProjectText(project).replace(from, to);

  expect(() => parseProject(text)).toThrow(
    expect.objectContaining({ code: 'project-invalid', message: expect.stringContaining(message) }),
  );
});
