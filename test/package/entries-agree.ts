/** A program that meets classes of the runtime by two ways each: of the package in the clone, and as it is installed. */
export const entriesAgree = `
  import { ApiError, createManager, loadClusterConfig, owners } from 'kbts/runtime';
  import { createTransport } from 'kbts/runtime/client';
  import { AlreadyOwnedError, ConnectionError, KubeConfigError } from 'kbts/runtime/errors';
  import { EventRecorder, silentLogger } from 'kbts/runtime/observe';
  import { ConfigMap } from 'kbts/k8s/core/v1';
  import { startControlPlane } from 'kbts/testing';

  async function thrown(work) {
    try {
      await work();
    } catch (error) {
      return error;
    }
  }
  const made = (name) => new ConfigMap({ metadata: { name, namespace: 'default', uid: name } });

  const child = made('child');
  owners.setController(made('first'), child);
  const owned = await thrown(() => owners.setController(made('second'), child));
  const config = await thrown(() => loadClusterConfig({ kubeconfig: '/no/such/file' }));
  const server = 'https://127.0.0.1:1';
  const transport = createTransport({ server });
  const refused = await thrown(() => transport.request({ method: 'GET', path: '/' }));
  const plane = await startControlPlane();
  const missing = await thrown(() => plane.client.get(ConfigMap, { namespace: 'default', name: 'none' }));
  const manager = await createManager({ config: plane.config, logger: silentLogger });
  console.log(JSON.stringify({
    owned: owned instanceof AlreadyOwnedError,
    config: config instanceof KubeConfigError,
    refused: refused instanceof ConnectionError,
    missing: missing instanceof ApiError,
    events: manager.events('a') instanceof EventRecorder,
  }));
  await transport[Symbol.asyncDispose]();
  await plane.stop();`;
