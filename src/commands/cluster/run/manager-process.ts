/** What a manager that runs on a developer's machine is started with. */
import type { Project } from '../../../project/project.js';
import type { Cluster } from '../cluster.js';

/** Probes are of no use on a developer's machine, and their port may be taken. */
export function managerArguments(given: readonly string[]): string[] {
  const hasProbes = given.some((flag) => /^--?health-probe-bind-address\b/.test(flag));
  return hasProbes ? [...given] : ['--health-probe-bind-address=0', ...given];
}

/** Where the manager counts as living, and which namespaces a namespaced one watches. */
export function managerEnvironment(
  project: Project,
  options: {
    namespace?: string;
    cluster: Pick<Cluster, 'namespace'>;
    env: Readonly<Record<string, string | undefined>>;
  },
): Record<string, string> {
  const { namespace, cluster, env } = options;
  const home = env['POD_NAMESPACE'] ?? namespace ?? cluster.namespace;
  if (!project.namespaced) return { POD_NAMESPACE: home };
  return { POD_NAMESPACE: home, WATCH_NAMESPACE: namespace ?? env['WATCH_NAMESPACE'] ?? cluster.namespace };
}
