/** An embedded control plane as cluster commands see it. */
import { type Cluster, openCluster } from '../../../src/commands/cluster/cluster.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import type { ControlPlane, ControlPlaneOptions } from '../../../src/testing/control-plane.js';
import { startControlPlane } from '../../../src/testing/start-control-plane.js';
import { temporaryFolder, writeKubeconfig } from './project-fixture.js';

/** The plane, and a connection to it. */
export interface EmbeddedCluster extends AsyncDisposable {
  readonly plane: ControlPlane;
  readonly cluster: Cluster;
}

/** Starts a plane, with the controllers that are asked for; disposing of it stops it. */
export async function embeddedCluster(options: Pick<ControlPlaneOptions, 'components'> = {}): Promise<EmbeddedCluster> {
  const temporary = await temporaryFolder();
  const plane = await startControlPlane({ kind: 'embedded', ...options });
  const cluster = await openCluster({ kubeconfig: await writeKubeconfig(plane, temporary.folder), env: {} });
  return {
    plane,
    cluster,
    async [Symbol.asyncDispose]() {
      await cluster[Symbol.asyncDispose]();
      await plane.stop();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

/** A CRD for Widgets of example.com. */
export function widgetCrd(more: object = {}): { apiVersion: string; kind: string; metadata: { name: string } } {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
      ...more,
    },
  } as never;
}

/** A Widget. */
export function widget(name: string, namespace = 'default', finalizers: string[] = []) {
  return { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name, namespace, finalizers } };
}

/** A ConfigMap. */
export function configMap(
  name: string,
  namespace: string | undefined,
  data: Record<string, string> = {},
): KubeObject & { data: Record<string, string> } {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    data,
  };
}

/** A Namespace. */
export function namespace(name: string) {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}
