/** The clusters of a manager besides its own. */
import type { Lifecycle } from './lifecycle.js';
import { Cluster, type ClusterOptions } from './cluster.js';

/** Named clusters, each with a run of its own: they come and go while the manager runs. */
export class Clusters {
  readonly #lifecycle: Pick<Lifecycle, 'add'>;
  readonly #known = new Map<string, { readonly cluster: Cluster; stop(): Promise<void> }>();

  constructor(lifecycle: Pick<Lifecycle, 'add'>) {
    this.#lifecycle = lifecycle;
  }

  /** Runs one more. One that cannot be reached is retried, and does not keep the others from working. */
  add(name: string, options: ClusterOptions): Cluster {
    if (!/^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/.test(name))
      throw new Error(`"${name}" cannot be the name of a cluster; use lower-case letters, digits, "-" and "."`);
    if (this.#known.has(name)) throw new Error(`there are two clusters named "${name}"; give each its own name`);
    const cluster = new Cluster({ ...options, mayBeAway: true });
    const member = this.#lifecycle.add(cluster, 'cache');
    this.#known.set(name, { cluster, stop: () => member.stop() });
    return cluster;
  }

  get(name: string): Cluster {
    const found = this.#known.get(name);
    if (found) return found.cluster;
    const known = [...this.#known.keys()].map((known) => `"${known}"`).join(', ');
    throw new Error(
      `there is no cluster "${name}"${known === '' ? '' : `, only ${known}`}; add it with manager.addCluster()`,
    );
  }

  /** Ends its watches and connections; its name is free again. */
  async remove(name: string): Promise<void> {
    const cluster = this.get(name);
    const member = this.#known.get(name);
    this.#known.delete(name);
    await member?.stop();
    await cluster[Symbol.asyncDispose]();
  }

  names(): readonly string[] {
    return [...this.#known.keys()];
  }

  all(): Cluster[] {
    return [...this.#known.values()].map(({ cluster }) => cluster);
  }
}
