import { expect, test } from 'vitest';
import { withProjectDefaults } from '../../../src/commands/manifests/manifests-defaults.js';
import { planManifests } from '../../../src/commands/manifests/manifests-plan.js';

const project = (options: string): string =>
  `version: "3"\nprojectName: x\nplugins:\n  typescript.kbts.dev/v1:\n    manifests:\n${options.replaceAll(/^/gm, '      ')}\n`;
const SOURCE = `// +groupName=test.kbts.dev

import type { CustomResource } from 'kbts/runtime';

/** A kind with a description. */
export interface Row extends CustomResource<{ a: string }> {}
`;

test('every option can stand in PROJECT', () => {
  const text = project(`allowDangerousTypes: true
allowUnknownMarkers: true
crdDir: a
generateEmbeddedObjectMeta: false
headerFile: b
maxDescLen: 0
outputDir: c
paths: [d, e]
rbacDir: f
roleName: g
storageVersion: v1
webhookDir: h
year: 2026`);

  expect(withProjectDefaults({}, text)).toEqual({
    allowUnknownMarkers: true,
    crdFolder: 'a',
    generateEmbeddedObjectMeta: false,
    headerFile: 'b',
    maxDescriptionLength: 0,
    output: 'c',
    paths: ['d', 'e'],
    rbacFolder: 'f',
    roleName: 'g',
    storageVersion: 'v1',
    webhookFolder: 'h',
    year: '2026',
  });
});

test('an option that is given wins, one that is undefined does not', () => {
  const text = project('roleName: from-project\ncrdDir: crds');

  expect(withProjectDefaults({ roleName: 'given', crdFolder: undefined }, text)).toMatchObject({
    roleName: 'given',
    crdFolder: 'crds',
  });
});

test.each([undefined, 'version: "3"\n', 'plugins:\n  other.dev/v1:\n    manifests:\n      crdDir: x\n', project('')])(
  'a PROJECT without options of ours changes nothing',
  (text) => {
    expect(withProjectDefaults({ roleName: 'x' }, text)).toEqual({ roleName: 'x' });
  },
);

test.each([
  ['maxDescLength: 1', 'there is no option "maxDescLength"'],
  ['maxDescLen: many', 'maxDescLen must be a whole number, not "many"'],
  ['allowUnknownMarkers: 1', 'allowUnknownMarkers must be true or false, not 1'],
  ['paths: src', 'paths must be a list of folders, files or globs, not "src"'],
  ['- a', 'it must be a map of options'],
])('%s is refused', (options, message) => {
  expect(() => withProjectDefaults({}, project(options))).toThrow(
    expect.objectContaining({ code: 'project-invalid', message: expect.stringContaining(message) as string }) as Error,
  );
});

test('manifests follow the options of PROJECT, and PROJECT is one of the inputs', async () => {
  const overlay = new Map([
    ['PROJECT', project('crdDir: deploy/crds\nmaxDescLen: 0')],
    ['src/v1/types.ts', SOURCE],
  ]);

  const { files, inputs } = await planManifests({ root: '/nowhere', overlay });

  expect(files.map((file) => file.path)).toEqual(['deploy/crds/test.kbts.dev_rows.yaml']);
  expect(files[0]?.text).not.toContain('A kind with a description');
  expect([...inputs.keys()]).toContain('/nowhere/PROJECT');
});
