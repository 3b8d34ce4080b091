import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Namespace } from '../../../src/k8s/core/v1/index.js';
import { startOperator } from '../../../src/testing/operator/start-operator.js';
import { temporaryFolder } from '../../project-folder.js';

// A program that does what an operator's main does with its flags; whole projects run it in test/golden and test/examples.
const main = `
import { createServer } from 'node:http';
const [, port] = /--health-probe-bind-address=127.0.0.1:(\\d+)/.exec(process.argv.join(' '));
console.log(process.env.KUBECONFIG.endsWith('kubeconfig'), process.env.MORE, process.argv.includes('--more'));
createServer((request, response) => response.end()).listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
`;

test.skipIf(process.platform === 'win32')(
  'a project is built by its own script and run with its own flags',
  async () => {
    const { root, clean } = await temporaryFolder();
    await mkdir(path.join(root, 'scripts'));
    await mkdir(path.join(root, 'config/rbac'), { recursive: true });
    await writeFile(
      path.join(root, 'config/rbac/service_account.yaml'),
      'apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: controller-manager\n  namespace: system\n',
    );
    await writeFile(
      path.join(root, 'scripts/build.mjs'),
      `import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], ${JSON.stringify(main)});`,
    );
    try {
      const operator = await startOperator({ root, flags: ['--more'], env: { MORE: 'yes' } });

      expect(await operator.plane.client.find(Namespace, { name: 'default' })).toBeDefined();
      expect(await operator.stop()).toEqual({ code: 0, signal: null });
      expect(operator.log()).toContain('true yes true');
    } finally {
      await clean();
    }
  },
);
