import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Project } from '../../src/project/project.js';
import { controllerNamesOf, kebabCase, pascalCase, resourceNames } from '../../src/project/resource-names.js';
import type { Resource } from '../../src/project/resource.js';

const project: Project = {
  version: '3',
  domain: 'my.domain',
  projectName: 'shop',
  multigroup: false,
  namespaced: false,
  packageManager: 'npm',
  resources: [],
};
const resource = (kind: string, rest: Partial<Resource> = {}): Resource => ({
  group: 'crew',
  domain: 'my.domain',
  version: 'v1',
  kind,
  plural: `${kind.toLowerCase()}s`,
  ...rest,
});

test.each([
  ['Captain', 'captain'],
  ['FirstMate', 'first-mate'],
  ['HTTPRoute', 'http-route'],
  ['AWSCluster', 'aws-cluster'],
  ['DNS', 'dns'],
  ['Foo2Bar', 'foo2-bar'],
])('file name of %s is %s', (kind, file) => {
  expect(kebabCase(kind)).toBe(file);
});

test.each([
  ['pod-cleaner', 'PodCleaner'],
  ['v2', 'V2'],
  ['foo.policy', 'FooPolicy'],
  ['', ''],
])('%s → %s', (name, expected) => {
  expect(pascalCase(name)).toBe(expected);
});

describe('variables never collide with the language or with what templates use', () => {
  test.each([
    ['Captain', 'captain'],
    ['FirstMate', 'firstMate'],
    ['HTTPRoute', 'httpRoute'],
    ['DNS', 'dns'],
    ['Switch', 'switchObject'],
    ['Class', 'classObject'],
    ['Manager', 'managerObject'],
  ])('%s → %s', (kind, variable) => {
    expect(resourceNames(project, resource(kind)).kindVariable).toBe(variable);
  });

  test.each([
    ['Captain', 'Captain', 'Captain'],
    ['Client', 'ClientResource', 'Client as ClientResource'],
    ['Promise', 'PromiseResource', 'Promise as PromiseResource'],
  ])('%s is imported as %s', (kind, ref, binding) => {
    const names = resourceNames(project, resource(kind));

    expect([names.kindRef, names.kindImport]).toEqual([ref, binding]);
  });
});

test.each([
  ['Guestbook', 'a Guestbook'],
  ['App', 'an App'],
  ['ImoocPod', 'an ImoocPod'],
  ['User', 'a User'],
])('prose speaks of %s as %s', (kind, words) => {
  expect(resourceNames(project, resource(kind)).aKind).toBe(words);
});

test.each([
  ['k8s.io', true],
  ['sigs.kubernetes.io', true],
  ['my.domain', false],
  ['notk8s.io', false],
])('groups below %s are those of Kubernetes: %s', (domain, isProtected) => {
  expect(resourceNames(project, resource('Captain', { domain })).isProtectedGroup).toBe(isProtected);
});

test('names of a single-group project', () => {
  const names = resourceNames(project, resource('Captain'));

  expect(names).toMatchObject({
    groupPath: '',
    apiFolder: 'src/api/v1',
    typesModule: '../api/v1/index.js',
    rolePrefix: '',
    sampleFile: 'crew_v1_captain',
    crdFile: 'crew.my.domain_captains.yaml',
    crdPatchFile: 'captains',
    webhookPathMutate: '/mutate-crew-my-domain-v1-captain',
    webhookNameMutate: 'mcaptain-v1.crew.my.domain.kb.io',
    webhookNameValidate: 'vcaptain-v1.crew.my.domain.kb.io',
  });
});

test('names of a project with several groups carry the group', () => {
  const names = resourceNames({ ...project, multigroup: true }, resource('Leviathan', { group: 'sea-creatures' }));

  expect(names).toMatchObject({
    groupPath: 'sea-creatures/',
    apiFolder: 'src/api/sea-creatures/v1',
    typesModule: '../../api/sea-creatures/v1/index.js',
    rolePrefix: 'sea-creatures-',
    crdPatchFile: 'sea-creatures_leviathans',
  });
});

test('the core group has an empty group in paths and markers', () => {
  const names = resourceNames(project, resource('Pod', { group: 'core', domain: '', core: true }));

  expect(names).toMatchObject({
    webhookPathMutate: '/mutate--v1-pod',
    markerGroup: '""',
    typesModule: 'kbts/k8s/core/v1',
    webhookNameMutate: 'mpod-v1.core.kb.io',
  });
});

test('custom webhook paths win', () => {
  const webhooks = { webhookVersion: 'v1', defaultingPath: '/d', validationPath: '/v' } as const;

  expect(resourceNames(project, resource('Sailor', { webhooks }))).toMatchObject({
    webhookPathMutate: '/d',
    webhookPathValidate: '/v',
  });
});

test('a namespaced manager has its roles in its own namespace', () => {
  expect(resourceNames({ ...project, namespaced: true }, resource('Captain')).rbacNamespace).toBe('shop-system');
});

test('a named controller has its own value and file', () => {
  const names = resourceNames({ ...project, multigroup: true }, resource('Captain'));

  expect(controllerNamesOf(names)).toEqual({
    controllerName: 'crew-captain',
    controllerClass: 'Captain',
    controllerFile: 'captain',
    controllerValue: 'captainController',
    hasControllerName: true,
  });
  expect(controllerNamesOf(names, 'captain-backup')).toEqual({
    controllerName: 'crew-captain-backup',
    controllerClass: 'CaptainBackup',
    controllerFile: 'captain-backup',
    controllerValue: 'captainBackupController',
    hasControllerName: true,
  });
});

test.each([
  ['Captain', 'captainController'],
  ['HTTPRoute', 'httpRouteController'],
  ['Class', 'classController'],
])('the controller of %s is exported as %s, without a name when that is the kind', (kind, value) => {
  const names = controllerNamesOf(resourceNames(project, resource(kind)));

  expect([names.controllerValue, names.hasControllerName]).toEqual([value, false]);
});

test('names that scaffolded controllers import are never those of a kind', () => {
  const folder = path.resolve(import.meta.dirname, '../../templates');
  const templates = ['controller', 'controller-core', 'controller-external'].flatMap((set) =>
    readdirSync(path.join(folder, set), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  );
  const imported = templates.flatMap((entry) =>
    [
      ...readFileSync(path.join(entry.parentPath, entry.name), 'utf8').matchAll(
        /^import (?:type )?\{([^}]*)\} from 'kbts/gm,
      ),
    ]
      .flatMap(([, list = '']) => list.split(','))
      .map((name) => name.trim())
      .filter((name) => /^[A-Z]/.test(name)),
  );

  expect(imported.length).toBeGreaterThan(2);
  for (const name of imported) expect(resourceNames(project, resource(name)).kindRef).not.toBe(name);
});
