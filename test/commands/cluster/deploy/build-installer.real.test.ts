import path from 'node:path';
import { expect, test } from 'vitest';
import { buildInstaller } from '../../../../src/commands/cluster/deploy/build-installer.js';
import { parseObjects } from '../../../../src/commands/cluster/deploy/rendered-config.js';
import { applyChanges } from '../../../../src/scaffold/apply.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { scaffoldProject, surroundings } from '../project-fixture.js';

test('one file holds everything, with the image; the same input changes nothing', async () => {
  await ensureBinaries(['kubectl']);
  const kubectl = path.join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'kubectl');
  await using project = await scaffoldProject();
  const around = surroundings(project.root, { KUBECTL: kubectl });

  const first = await buildInstaller(around, { image: 'example.com/a:v1' });
  await applyChanges(project.root, first.changes);
  const second = await buildInstaller(around, { image: 'example.com/a:v1' });
  const third = await buildInstaller(around, { image: 'example.com/a:v2' });

  const unnamed = await buildInstaller(around, {});

  const [change] = first.changes;
  const text = change?.kind === 'create' ? String(change.text) : '';
  expect(change?.path).toBe('dist/install.yaml');
  expect(text).toContain('image: example.com/a:v1');
  expect(
    parseObjects(text, 'x')
      .map(({ kind }) => kind)
      .slice(0, 2),
  ).toEqual(['Namespace', 'CustomResourceDefinition']);
  expect([first.warnings, second.changes]).toEqual([[], []]);
  expect(third.changes[0]?.kind).toBe('regenerate');
  expect(unnamed.warnings).toEqual([expect.stringContaining('controller:latest, a placeholder')]);
});
