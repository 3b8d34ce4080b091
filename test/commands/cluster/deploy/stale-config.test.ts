import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { warnOfStaleConfig } from '../../../../src/commands/cluster/deploy/stale-config.js';
import { scaffoldProject, surroundings } from '../project-fixture.js';

test('a change of the types that is not in config/ yet is a warning, and so are sources with errors', async () => {
  await using project = await scaffoldProject();
  const file = path.join(project.root, 'src/api/v1/guestbook.types.ts');
  const source = await readFile(file, 'utf8');
  const [fresh, stale, broken] = [surroundings(project.root), surroundings(project.root), surroundings(project.root)];

  await warnOfStaleConfig(fresh);
  await writeFile(
    file,
    source.replace('export interface GuestbookSpec {', 'export interface GuestbookSpec {\n  added?: string;'),
  );
  await warnOfStaleConfig(stale);
  await writeFile(
    file,
    source.replace(
      'export interface GuestbookSpec {',
      'export interface GuestbookSpec {\n  // +kubebuilder:validation:Minimun=1\n  added?: string;',
    ),
  );
  await warnOfStaleConfig(broken);

  expect(fresh.warnings).toEqual([]);
  expect(stale.warnings.join()).toMatch(/kbts manifests.*webapp\.my\.domain_guestbooks\.yaml/);
  expect(broken.warnings.join()).toContain('errors');
});
