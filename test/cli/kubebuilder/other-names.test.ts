import { expect, test } from 'vitest';
import { withOwnNames } from '../../../src/cli/kubebuilder/other-names.js';

test.each([
  ['generate bundle --version 1.0.0', 'bundle generate --version 1.0.0'],
  ['-C dir generate bundle', '-C dir bundle generate'],
  ['generate --check', 'generate --check'],
  ['run bundle dir', 'bundle run dir'],
  ['run bundle-upgrade', 'bundle upgrade'],
  ['run --webhooks', 'run --webhooks'],
  ['cleanup shop -n a', 'bundle cleanup shop -n a'],
  ['edit --plugins=helm/v2-alpha', 'build-chart'],
  ['edit --plugins helm.kubebuilder.io/v2-alpha --force', 'build-chart --force'],
  ['edit --plugins=helm/v2-alpha --output-dir=charts', 'build-chart --output-dir=charts/chart'],
  ['edit --output-dir charts --plugins helm/v1-alpha', 'build-chart --output-dir charts/chart'],
  ['edit --plugins=grafana/v1-alpha', 'build-dashboards'],
  ['--directory x edit --plugins grafana.kubebuilder.io/v1-alpha --force', '--directory x build-dashboards --force'],
  ['edit --plugins=helm/v2-alpha,grafana/v1-alpha', 'edit --plugins=helm/v2-alpha,grafana/v1-alpha'],
  ['edit --enable pdb', 'edit --enable pdb'],
  ['', ''],
])('%j means %j', (given, meant) => {
  expect(withOwnNames(given.split(' ').filter(Boolean)).join(' ')).toBe(meant);
});
