import { expect, test } from 'vitest';
import { uninstall } from '../../../../src/commands/cluster/definitions/uninstall.js';
import { caught, surroundings, temporaryFolder } from '../project-fixture.js';

// What it does to a cluster is shown on a real one, in install.real.test.ts.
test('outside a project nobody is asked and no cluster is opened', async () => {
  await using temporary = await temporaryFolder();
  const confirm = (): Promise<boolean> => Promise.reject(new Error('asked'));

  const error = await caught(
    uninstall(surroundings(temporary.folder), { kubeconfig: 'missing', timeoutMs: 1000, confirm }),
  );

  expect(error).toMatchObject({ code: 'project-missing', fix: expect.stringContaining('kbts init') });
});
