/** From kinds to resources, by what descriptors say and what the API server says. */
import { orAborted } from '../../linked-abort.js';
import { apiVersionOf, defineKind, type GVK, type Kind, type KindInfo, metadataOnly } from '../../object/kind.js';
import type { KubeObject } from '../../object/meta.js';
import { ApiError, NoKindMatchError } from './api-error.js';
import { type ApiResource, discover, discoverVersion } from './discovery.js';
import { callJson } from './json-call.js';
import type { Transport } from '../connection/transport.js';

/** Knows plural and scope of kinds. Answers are cached for good, "no such kind" for ten seconds. */
export interface RestMapper {
  /** `kind` itself when it is complete; a dynamic kind with plural and scope filled in. */
  resolve<T extends KubeObject>(kind: Kind<T>, options?: { signal?: AbortSignal }): Promise<Kind<T>>;
  /** Rejects with `NoKindMatchError` when the server does not serve it. */
  kindFor(gvk: GVK, options?: { signal?: AbortSignal }): Promise<Kind>;
  /** What is known without asking. */
  known(gvk: GVK): Kind | undefined;
  /** Remembers a complete kind, so that nobody needs to ask for it. */
  learn(kind: KindInfo): void;
  /** Everything the server serves, asked now. */
  resources(options?: { signal?: AbortSignal }): Promise<readonly ApiResource[]>;
  /** The OpenAPI v3 document of a group and version, asked now; undefined when the server has none. */
  openApi(version: Pick<GVK, 'group' | 'version'>, options?: { signal?: AbortSignal }): Promise<unknown>;
  /** Forgets what the server said, for one kind or for all. */
  forget(gvk?: GVK): void;
}

/**
 * Asks nothing until a kind is needed that no descriptor describes.
 * @example
 * ```ts
 * const mapper = createRestMapper(transport);
 * const kind = await mapper.kindFor({ group: 'apps', version: 'v1', kind: 'Deployment' });
 * console.log(kind.plural, kind.scope); // deployments Namespaced
 * ```
 */
export function createRestMapper(
  transport: Transport,
  options: { negativeTtlMs?: number; now?: () => number } = {},
): RestMapper {
  return new DiscoveryMapper(transport, options.negativeTtlMs ?? 10_000, options.now ?? (() => performance.now()));
}

const MOST_MISSING = 1000;

class DiscoveryMapper implements RestMapper {
  readonly #transport: Transport;
  readonly #negativeTtlMs: number;
  readonly #now: () => number;
  readonly #described = new Map<string, Kind>();
  readonly #discovered = new Map<string, Kind>();
  readonly #missingUntil = new Map<string, number>();
  readonly #asking = new Map<string, Promise<void>>();
  #hasDiscovered = false;

  constructor(transport: Transport, negativeTtlMs: number, now: () => number) {
    this.#transport = transport;
    this.#negativeTtlMs = negativeTtlMs;
    this.#now = now;
  }

  async resolve<T extends KubeObject>(kind: Kind<T>, options?: { signal?: AbortSignal }): Promise<Kind<T>> {
    if (!kind.isDynamic) {
      this.learn(kind);
      return kind;
    }
    const found = await this.kindFor(kind.gvk, options);
    return (kind.projection === 'metadata' ? metadataOnly(found) : found) as unknown as Kind<T>;
  }

  async kindFor(gvk: GVK, options: { signal?: AbortSignal } = {}): Promise<Kind> {
    const key = keyOf(gvk);
    const known = this.known(gvk);
    if (known) return known;
    // Such a kind cannot exist, and its group and version would become part of the path that is asked.
    const isPossible =
      /^[a-z0-9.-]*$/i.test(gvk.group) && /^[a-z0-9-]+$/i.test(gvk.version) && !/^\.+$/.test(gvk.group);
    const isMissing = (this.#missingUntil.get(key) ?? 0) > this.#now();
    if (isMissing || !isPossible) throw new NoKindMatchError(gvk, this.#transport.server);
    await this.#ask(gvk, options.signal);
    const found = this.known(gvk);
    if (found) return found;
    // Kinds may come from objects that others write: what is remembered of them has a limit.
    if (this.#missingUntil.size >= MOST_MISSING) this.#missingUntil.clear();
    this.#missingUntil.set(key, this.#now() + this.#negativeTtlMs);
    throw new NoKindMatchError(gvk, this.#transport.server);
  }

  known(gvk: GVK): Kind | undefined {
    const key = keyOf(gvk);
    return this.#described.get(key) ?? this.#discovered.get(key);
  }

  learn(kind: KindInfo): void {
    if (kind.isDynamic || kind.projection) return;
    this.#described.set(keyOf(kind.gvk), kind as Kind);
  }

  async resources(options: { signal?: AbortSignal } = {}): Promise<readonly ApiResource[]> {
    const resources = await discover(this.#transport, options.signal);
    this.#store(resources);
    this.#hasDiscovered = true;
    return resources;
  }

  async openApi(version: Pick<GVK, 'group' | 'version'>, options: { signal?: AbortSignal } = {}): Promise<unknown> {
    const path =
      version.group === '' ? `/openapi/v3/api/${version.version}` : `/openapi/v3/apis/${apiVersionOf(version)}`;
    try {
      return await callJson(this.#transport, {
        method: 'GET',
        path,
        accept: 'application/json',
        signal: options.signal,
      });
    } catch (error) {
      if (error instanceof ApiError && error.code === 404) return undefined;
      throw error;
    }
  }

  forget(gvk?: GVK): void {
    if (gvk) {
      this.#discovered.delete(keyOf(gvk));
      this.#missingUntil.delete(keyOf(gvk));
      return;
    }
    this.#discovered.clear();
    this.#missingUntil.clear();
    this.#hasDiscovered = false;
  }

  /** The first question brings everything; later ones are about one version, as only a new CRD can be missing. */
  async #ask(gvk: GVK, signal: AbortSignal | undefined): Promise<void> {
    const topic = this.#hasDiscovered ? apiVersionOf(gvk) : '*';
    // Shared by all who wait, so that no caller's signal may end it for the others.
    const asking = this.#asking.get(topic) ?? this.#discover(topic, gvk).finally(() => void this.#asking.delete(topic));
    this.#asking.set(topic, asking);
    await orAborted(asking, signal);
  }

  async #discover(topic: string, gvk: GVK): Promise<void> {
    if (topic === '*') await this.resources();
    else this.#store(await discoverVersion(this.#transport, gvk));
  }

  #store(resources: readonly ApiResource[]): void {
    for (const resource of resources) {
      const key = keyOf(resource);
      if (resource.kind === '' || (this.#discovered.has(key) && !resource.verbs.includes('get'))) continue;
      this.#discovered.set(key, kindOf(resource));
      this.#missingUntil.delete(key);
    }
  }
}

function kindOf(resource: ApiResource): Kind {
  const { subresources } = resource;
  return defineKind({
    ...resource,
    subresources: { status: subresources.includes('status'), scale: subresources.includes('scale') },
  });
}

function keyOf({ group, version, kind }: GVK): string {
  return `${group}/${version}/${kind}`;
}
