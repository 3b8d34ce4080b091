import { expect, test } from 'vitest';
import { startControlPlane } from '../../../src/testing/start-control-plane.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { projectForTests } from '../project-for-tests.js';
import { importFromPlane } from './import-cluster.js';

const project = projectForTests(['--domain', 'my.domain', '--multigroup']);

test('CRDs of a kube-apiserver become APIs of the project, or types of somebody else, digit by digit', async () => {
  await ensureBinaries(['etcd', 'kube-apiserver']);
  const plane = await startControlPlane({ kind: 'envtest' });
  try {
    expect(await importFromPlane(plane, project)).toContain('default: 9007199254740993');
  } finally {
    await plane.stop();
  }
});
