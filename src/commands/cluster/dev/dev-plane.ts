/** The control plane of `kbts dev`, with the project's CRDs and webhooks. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../../errors.js';
import { CustomResourceDefinition } from '../../../k8s/apiextensions/v1/index.js';
import type { Project } from '../../../project/project.js';
import { qualifiedGroup } from '../../../project/resource.js';
import type { ControlPlane, ControlPlaneOptions } from '../../../testing/control-plane.js';
import { checkManifestsInside } from '../../../scaffold/read-inside.js';
import { kubeconfigText } from '../../../testing/kubeconfig-text.js';
import { startControlPlane } from '../../../testing/start-control-plane.js';
import { removeCacheFile, writeCacheFile } from '../../cache-files.js';
import { layout } from '../../../project/layout.js';

/** The project's CRDs, and those that `--external-crd` brought: here nobody else installs them. */
const crdFolders = [layout.crds, layout.externalCrds];
const webhookFile = layout.webhookManifests;
const rbacFolder = layout.rbac;

/** A control plane that has what the project needs. */
export interface DevPlane extends AsyncDisposable {
  readonly plane: ControlPlane;
  /** For kubectl, beside the operator: of an administrator. */
  readonly kubeconfig: string;
  /** For the operator: its ServiceAccount with the roles of config/rbac; undefined when the project has none. */
  readonly operatorKubeconfig: string | undefined;
  /** Where the operator lives: its Lease and its events about it are there. */
  readonly operatorNamespace: string;
  /** Brings CRDs, webhook configurations and roles up to date with config/. */
  refresh(project: Project): Promise<void>;
}

/** Starts the plane; nothing is left behind when it is disposed of. */
export async function startDevPlane(root: string, project: Project, kind: 'embedded' | 'envtest'): Promise<DevPlane> {
  // In-process controllers make Deployments run and collect garbage; real ones would have to be installed.
  const components: ControlPlaneOptions['components'] = kind === 'embedded' ? ['kube-controller-manager', 'kwok'] : [];
  const plane = await startControlPlane({ kind, components, webhooks: { paths: [] } }).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'BinaryMissingError') throw error;
    throw new UserError('tool-missing', error.message, {
      fix: 'run "kbts envtest use", or leave --control-plane out',
      cause: error,
    });
  });
  // Named after the process: two sessions of one project have each their own plane.
  const names = [`dev-${process.pid}.kubeconfig`, `dev-${process.pid}-operator.kubeconfig`] as const;
  const accountNamespace = `${project.projectName}-system`;
  const hasRoles = existsSync(path.join(root, rbacFolder));
  const dispose = async (): Promise<void> => {
    await plane.stop();
    for (const name of names) removeCacheFile(root, name);
  };
  let kubeconfig: string;
  let operatorKubeconfig: string | undefined;
  try {
    kubeconfig = writeCacheFile(root, names[0], plane.kubeconfig());
    await refresh(plane, root, project);
    if (hasRoles) {
      const config = await plane.asOperator(path.join(root, rbacFolder), { accountNamespace });
      operatorKubeconfig = writeCacheFile(root, names[1], kubeconfigText(config));
    }
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    plane,
    kubeconfig,
    operatorKubeconfig,
    operatorNamespace: hasRoles ? accountNamespace : 'default',
    refresh: async (changed) => {
      await refresh(plane, root, changed);
      if (hasRoles) await plane.asOperator(path.join(root, rbacFolder), { accountNamespace });
    },
    [Symbol.asyncDispose]: dispose,
  };
}

async function refresh(plane: ControlPlane, root: string, project: Project): Promise<void> {
  for (const place of [...crdFolders, webhookFile, rbacFolder]) checkManifestsInside(root, place);
  const present = [...crdFolders, webhookFile].map((file) => path.join(root, file)).filter((file) => existsSync(file));
  await plane.install(...present);
  for (const resource of project.resources) {
    if (resource.webhooks?.conversion !== true) continue;
    await convertHere(plane, `${resource.plural}.${qualifiedGroup(resource)}`);
  }
}

/** What config/crd/patches does for a cluster. */
async function convertHere({ client, webhooks }: ControlPlane, name: string): Promise<void> {
  if (!webhooks) return;
  const { host, port, caBundle } = webhooks;
  const webhook = {
    clientConfig: { url: `https://${host}:${port}/convert`, caBundle },
    conversionReviewVersions: ['v1'],
  };
  const body = { spec: { conversion: { strategy: 'Webhook', webhook } } };
  await client.patch({ kind: CustomResourceDefinition, name }, { type: 'merge', body });
}
