import { expect, test } from 'vitest';
import { startControlPlane } from '../../../src/testing/start-control-plane.js';
import { projectForTests } from '../project-for-tests.js';
import { importFromPlane } from './import-cluster.js';

const project = projectForTests(['--domain', 'my.domain', '--multigroup']);

test('CRDs of a cluster become APIs of the project, or types of somebody else', async () => {
  const plane = await startControlPlane({ kind: 'embedded' });
  try {
    expect(await importFromPlane(plane, project)).toContain('name: apples.fruit.io');
  } finally {
    await plane.stop();
  }
});
