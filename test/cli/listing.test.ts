import { expect, test } from 'vitest';
import { formatFindings, formatListing } from '../../src/cli/listing.js';

const components = {
  metrics: true,
  webhook: false,
  prometheus: false,
  'network-policy': false,
  'cert-manager': false,
  'metrics-tls': false,
  pdb: false,
  ha: false,
};

test('a project is a table', () => {
  const text = formatListing({
    projectName: 'shop',
    domain: 'my.domain',
    multigroup: false,
    namespaced: true,
    components,
    resources: [
      {
        group: '',
        version: 'v1',
        kind: 'Pod',
        plural: 'pods',
        scope: 'Namespaced',
        origin: 'core',
        controllers: ['pod'],
        webhooks: [],
      },
    ],
  });

  expect(text).toBe(`shop (my.domain; one group, chosen namespaces)

GROUP  VERSION  KIND  PLURAL  SCOPE       ORIGIN  CONTROLLERS  WEBHOOKS
core   v1       Pod   pods    Namespaced  core    pod          -

components: metrics, webhook (off), prometheus (off), network-policy (off), cert-manager (off), metrics-tls (off), pdb (off), ha (off)
`);
});

test('an empty project says how to begin', () => {
  expect(
    formatListing({ projectName: 'shop', domain: 'd', multigroup: true, namespaced: false, components, resources: [] }),
  ).toContain('kbts create api');
});

test('findings have their fixes below them', () => {
  const text = formatFindings({ output: { hasColor: false, isTty: false } }, [
    { check: 'Node', status: 'ok', message: 'v20.19.0' },
    { check: 'PROJECT', status: 'problem', message: 'broken', fix: 'fix it' },
  ]);

  expect(text).toBe('ok       Node     v20.19.0\nproblem  PROJECT  broken\n                  fix: fix it\n');
});
