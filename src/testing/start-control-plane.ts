/** Starts whichever control plane is asked for. */
import type { ControlPlane, ControlPlaneKind, ControlPlaneOptions } from './control-plane.js';
import { warnOfStaleCrds } from './stale-crds.js';

/**
 * A control plane for tests, ready to use. Stop it when done; should the process die before, nothing is left behind.
 * @example
 * ```ts
 * await using own = await startControlPlane({ kind: 'embedded' });
 * const made = await own.client.create(new ConfigMap({ metadata: { namespace: 'default', name: 'a' } }));
 * console.log(made.metadata.name); // a
 * ```
 */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const kind = options.kind ?? kindFromEnvironment();
  await warnOfStaleCrds(options.crds ?? []);
  switch (kind) {
    case 'envtest': {
      const { startEnvtest } = await import('./envtest/envtest-control-plane.js');
      return startEnvtest(options);
    }
    case 'embedded': {
      const { startEmbedded } = await import('./embedded-control-plane.js');
      return startEmbedded(options);
    }
    case 'existing': {
      const { useExisting } = await import('./existing-control-plane.js');
      return useExisting(options);
    }
  }
}

function kindFromEnvironment(): ControlPlaneKind {
  const given = process.env['KBTS_CONTROL_PLANE'];
  // What controller-runtime's envtest reads.
  const usesExisting = process.env['USE_EXISTING_CLUSTER'] === 'true';
  if (given === undefined || given === '') return usesExisting ? 'existing' : 'embedded';
  if (given === 'embedded' || given === 'envtest' || given === 'existing') return given;
  throw new TypeError(`KBTS_CONTROL_PLANE is "${given}"; use embedded, envtest or existing`);
}
