// CRDs of others whose kinds our charts contain, from the Go modules of those who define them.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './build.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

const modules = [
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    folder: 'example/prometheus-operator-crd',
    files: ['monitoring.coreos.com_servicemonitors.yaml'],
  },
  {
    module: 'github.com/cert-manager/cert-manager@v1.21.2',
    folder: 'deploy/crds',
    files: ['cert-manager.io_certificates.yaml', 'cert-manager.io_issuers.yaml'],
  },
];

/** Their YAML texts: ServiceMonitor, Certificate and Issuer. */
export async function foreignCrds() {
  const texts = modules.map(async ({ module, folder, files }) => {
    const listed = await run('go', ['mod', 'download', '-json', module], {
      cwd: path.join(here, 'helm'),
      env: { ...process.env, GOWORK: 'off' },
    });
    const { Dir } = JSON.parse(listed);
    return Promise.all(files.map((file) => readFile(path.join(Dir, folder, file), 'utf8')));
  });
  return (await Promise.all(texts)).flat();
}
