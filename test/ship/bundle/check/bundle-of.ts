/** A valid bundle, and ways to break it. */
import { bundleManifests } from '../../../../src/ship/bundle/bundle-files.js';
import { parseBase } from '../../../../src/ship/bundle/csv-base.js';
import { annotationsText } from '../../../../src/ship/bundle/metadata.js';
import { binding, crd, deployment, object, role, webhooks, webhookService } from '../operator-objects.js';

const base = `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  annotations:
    capabilities: Basic Install
spec:
  displayName: Shop
  description: Sells.
  provider:
    name: Acme
  maintainers:
  - name: Someone
    email: someone@example.com
  links:
  - name: Shop
    url: https://example.com
  minKubeVersion: 1.30.0
`;

/** The files of a small bundle. */
export function validBundle(): Map<string, string> {
  const { files } = bundleManifests({
    package: 'shop',
    version: '1.2.3',
    objects: [
      deployment(),
      role('manager', 'pods'),
      binding('manager', ['shop-manager']),
      role('viewer', 'carts'),
      crd([{ name: 'v1', schema: { openAPIV3Schema: { description: 'A cart.' } } }]),
      webhookService(),
      webhooks('Validating'),
    ],
    samples: [object('shop.acme.io/v1', 'Cart', 'sample')],
    base: parseBase(base),
    notes: [],
    edges: {},
    builder: 'kbts',
    layout: 'x',
  });
  const metadata = {
    package: 'shop',
    channels: ['stable'],
    defaultChannel: 'stable',
    builder: 'kbts',
    layout: 'x',
    folder: 'bundle',
  };
  return new Map([
    ...[...files].map(([name, text]): [string, string] => [`manifests/${name}`, text]),
    ['metadata/annotations.yaml', annotationsText(metadata, undefined)],
  ]);
}

/** The CSV's file. */
export const csvFile = 'manifests/shop.clusterserviceversion.yaml';

/** The bundle with one replacement in one file; rejects when there is nothing to replace. */
export function broken(file: string, from: string | RegExp, to: string): Map<string, string> {
  const files = validBundle();
  const text = files.get(file) ?? '';
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${file} has no ${String(from)}:\n${text}`);
  return files.set(file, changed);
}
