/** Which objects of a kind a cache contains. */
import { formatFieldSelector } from '../../client/requests/resource-path.js';
import type { KindInfo } from '../../object/kind.js';
import { formatLabelSelector, type LabelSelectorInput } from '../../object/label-selector.js';
import { optionMs, type WaitTime } from '../../object/wait-time.js';
import type { Transform } from '../store/transformed.js';
import { chosenNamespaces, exclusionsOf } from './chosen-namespaces.js';
import type { Shard } from './shard.js';

/** Which objects of a namespace are held. */
export interface SelectionSpec {
  readonly labels?: LabelSelectorInput | undefined;
  readonly fields?: string | Readonly<Record<string, string>> | undefined;
  /** Runs on each object before it is stored; returning undefined leaves the object out. May change its argument. */
  readonly transform?: Transform | undefined;
}

/** A time between resyncs, or none. */
export type Resync = WaitTime | 'never';

/** Which objects of a kind are held. What is left out is inherited from the defaults of the cache. */
export interface InformerSpec extends SelectionSpec {
  /**
   * Names of namespaces, or an object of selections by namespace, where the name `""` stands for all others. An empty
   * list means all namespaces.
   */
  readonly namespaces?: readonly string[] | Readonly<Record<string, SelectionSpec>> | undefined;
  readonly excludeNamespaces?: readonly string[] | undefined;
  /** How often listeners get every object again; `10h` by default. */
  readonly resync?: Resync | undefined;
  /**
   * Which part of the objects this replica works on. Given for a kind, the key of an object decides. Inherited from the
   * defaults of the cache, an object with a controlling owner goes with its owner.
   */
  readonly shard?: Shard | undefined;
}

/** What one reflector lists and watches. */
export interface PartitionSpec {
  /** Empty for all. */
  readonly namespace: string;
  readonly labels?: LabelSelectorInput | undefined;
  readonly fields?: string | undefined;
  readonly transform?: Transform | undefined;
}

/** A spec with everything decided. */
export interface ResolvedSpec {
  readonly partitions: readonly PartitionSpec[];
  /** 0 for never. */
  readonly resyncMs: number;
  readonly shard?: (Shard & { readonly by: 'key' | 'owner' }) | undefined;
}

const DEFAULT_RESYNC_MS = 10 * 3600 * 1000;

/**
 * Decides a spec. For each setting the first that is given counts: of the kind's namespace, of the
 * kind, of the default's namespace, of the default.
 */
export function resolveSpec(kind: KindInfo, own: InformerSpec = {}, defaults: InformerSpec = {}): ResolvedSpec {
  const shard = own.shard ?? defaults.shard;
  checkShard(shard);
  return {
    partitions: partitionsOf(kind, own, defaults),
    resyncMs: resyncMs(own.resync ?? defaults.resync) ?? DEFAULT_RESYNC_MS,
    shard: shard && { ...shard, by: own.shard ? 'key' : 'owner' },
  };
}

/** Milliseconds between resyncs, 0 for never. */
export function resyncMs(resync: Resync | undefined): number | undefined {
  return resync === 'never' ? 0 : optionMs('resync', resync);
}

function partitionsOf(kind: KindInfo, own: InformerSpec, defaults: InformerSpec): PartitionSpec[] {
  if (kind.scope === 'Cluster') {
    if (chosenNamespaces(own.namespaces).size > 0)
      throw new Error(
        `${kind.gvk.kind} is cluster-scoped: its cache cannot be limited to namespaces; remove "namespaces"`,
      );
    return [
      partition('', own, {}, { labels: defaults.labels, fields: defaults.fields, transform: defaults.transform }),
    ];
  }
  const chosen = chosenNamespaces(own.namespaces === undefined ? defaults.namespaces : own.namespaces);
  const excluded = own.excludeNamespaces ?? defaults.excludeNamespaces;
  if (chosen.size === 0) return [partition('', own, {}, defaults, exclusionsOf(excluded))];
  const named = [...chosen.keys()].filter((name) => name !== '');
  const inherited = chosenNamespaces(defaults.namespaces);
  return [...chosen].map(([namespace, selection]) =>
    partition(
      namespace,
      { ...own, ...(own.namespaces ? defined(selection) : {}) },
      own.namespaces ? (inherited.get(namespace) ?? {}) : selection,
      defaults,
      namespace === '' ? exclusionsOf(excluded, named) : [],
    ),
  );
}

function partition(
  namespace: string,
  own: SelectionSpec,
  defaultOfNamespace: SelectionSpec,
  defaults: SelectionSpec,
  excluded: readonly string[] = [],
): PartitionSpec {
  const { labels, fields, transform } = { ...defined(defaults), ...defined(defaultOfNamespace), ...defined(own) };
  const terms = [...(fields === undefined ? [] : [formatFieldSelector(fields)]), ...excluded].filter(
    (term) => term !== '',
  );
  return narrowed({ namespace, labels, fields: terms.length === 0 ? undefined : terms.join(','), transform });
}

/** A selector for one namespace becomes a request to that namespace, for which a role in it is enough. */
function narrowed(spec: PartitionSpec): PartitionSpec {
  const only = /(?:^|,)metadata\.namespace==?([^,]+)/.exec(spec.fields ?? '')?.[1];
  return only !== undefined && spec.namespace === '' ? { ...spec, namespace: only } : spec;
}

/** Settings that are given; `undefined` must not hide an inherited one. */
function defined({ labels, fields, transform }: SelectionSpec): SelectionSpec {
  return {
    ...(labels === undefined ? {} : { labels }),
    ...(fields === undefined ? {} : { fields }),
    ...(transform === undefined ? {} : { transform }),
  };
}

function checkShard(shard: InformerSpec['shard']): void {
  if (!shard) return;
  const { index, count } = shard;
  const isValid = Number.isInteger(index) && Number.isInteger(count) && count > 0 && index >= 0 && index < count;
  if (!isValid) throw new Error(`shard ${index} of ${count} does not exist; use an index from 0 to count - 1`);
}

/** Text that is equal for equal specs. `identify` distinguishes transforms. */
export function specIdentity(spec: ResolvedSpec, identify: (transform: Transform) => number): string {
  return JSON.stringify({
    ...spec,
    partitions: spec.partitions.map(({ namespace, labels, fields, transform }) => [
      namespace,
      labels === undefined ? '' : formatLabelSelector(labels),
      fields ?? '',
      transform ? identify(transform) : 0,
    ]),
  });
}
