/** Every command of the program with arguments that let it work, and the places of a project that it may touch. */
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { createProgram } from '../../../src/cli/program.js';
import { fakeTerminal } from '../../cli/fakes/fake-terminal.js';

const id = ['--group', 'webapp', '--version', 'v1', '--kind', 'Guestbook'];

/** By the name of the command; the test compares the names with the command tree. */
export const everyCommand: Readonly<Record<string, readonly string[]>> = {
  init: ['--domain', 'my.domain', '--skip-install', '--kbts', '*'],
  'create api': ['--group', 'webapp', '--version', 'v1', '--kind', `Long${'Page'.repeat(10)}`, '--yes'],
  'create webhook': [...id, '--defaulting', '--yes'],
  import: ['widgets.yaml', '--force', '--yes'],
  edit: ['--enable', 'ha'],
  'delete api': [...id, '--yes', '--force'],
  'delete webhook': [...id, '--programmatic-validation', '--yes', '--force'],
  list: [],
  doctor: [],
  manifests: [],
  generate: [],
  install: [],
  uninstall: ['--yes'],
  run: [],
  dev: [],
  'envtest use': ['--installed-only'],
  'envtest list': ['--installed-only'],
  'envtest path': [],
  deploy: ['--image', 'example.com/shop:v1'],
  undeploy: ['--yes'],
  'docker-build': ['--image', 'example.com/shop:v1'],
  'docker-push': ['--image', 'example.com/shop:v1'],
  'build-installer': ['--image', 'example.com/shop:v1'],
  'build-chart': [],
  'build-dashboards': [],
  'build-sbom': [],
  'bundle generate': ['--image', 'example.com/shop:v1'],
  'bundle validate': [],
  'bundle catalog': ['bundle'],
  'bundle run': ['bundle', '--bundle-image', 'example.com/shop-bundle:v1'],
  'bundle upgrade': ['bundle', '--bundle-image', 'example.com/shop-bundle:v1'],
  'bundle cleanup': ['shop', '--yes'],
  'olm install': ['--from', 'olm'],
  'olm status': [],
  'olm uninstall': ['--yes'],
  scorecard: [],
  version: [],
  completion: ['bash'],
};

/** What the tree of commands has. */
export function commandNames(): string[] {
  const leaves = (command: Command, above: readonly string[]): string[] =>
    command.commands.length === 0
      ? [above.join(' ')]
      : command.commands.flatMap((child) => leaves(child, [...above, child.name()]));
  return leaves(createProgram(fakeTerminal()), []);
}

/** Files and folders of a project that commands read, write, create or delete. */
const places: readonly string[] = [
  'PROJECT',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'Makefile',
  'bundle.Dockerfile',
  '.dockerignore',
  'src',
  'src/main.ts',
  'src/api',
  'src/api/v1',
  'src/api/v1/guestbook.types.ts',
  'src/api/v1/index.ts',
  'src/controller/guestbook.controller.ts',
  'src/webhook/v1/guestbook.webhook.ts',
  'config',
  'config/crd',
  'config/crd/bases',
  'config/crd/bases/webapp.my.domain_guestbooks.yaml',
  'config/crd/kustomization.yaml',
  'config/rbac',
  'config/rbac/role.yaml',
  'config/samples',
  'config/samples/kustomization.yaml',
  'config/manager',
  'config/manager/kustomization.yaml',
  'config/default/kustomization.yaml',
  'config/components',
  'config/components/ha/kustomization.yaml',
  'config/webhook/manifests.yaml',
  'config/manifests',
  'config/manifests/icon.png',
  'dist',
  'dist/install.yaml',
  'dist/chart',
  'dist/chart/Chart.yaml',
  'bundle',
  'bundle/manifests',
  'bundle/metadata/annotations.yaml',
  'catalog',
  'grafana',
  'hack',
  'hack/boilerplate.txt',
  'vendor',
  'widgets.yaml',
  'node_modules',
  'node_modules/.cache',
  'node_modules/.cache/kbts',
  '.kbts-apply',
];

/** The places for one command: those that work without a project are tried with a few. */
export function placesOf(name: string): readonly string[] {
  return /^(?:envtest|olm|version|completion|bundle cleanup)/.test(name) ? places.slice(0, 2) : places;
}

const rendered = `apiVersion: v1
kind: Namespace
metadata:
  name: shop-system
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: shop-controller-manager
  namespace: shop-system
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop-controller-manager
  namespace: shop-system
spec:
  selector:
    matchLabels:
      control-plane: controller-manager
  template:
    metadata:
      labels:
        control-plane: controller-manager
    spec:
      serviceAccountName: shop-controller-manager
      containers:
        - name: manager
          image: example.com/shop:v1
`;

/** Programs that answer quickly, so that no test needs real ones. */
export function writeQuickPrograms(folder: string): void {
  const file = path.join(folder, 'rendered.yaml');
  writeFileSync(file, rendered);
  const programs = {
    kubectl: `if [ "$1" = version ]; then echo '{"clientVersion":{"gitVersion":"v1.37.0"}}'; else cat ${file}; fi`,
    docker: 'true',
    npm: 'exit 1',
  };
  for (const [name, body] of Object.entries(programs)) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${body}\n`);
    chmodSync(path.join(folder, name), 0o755);
  }
}
