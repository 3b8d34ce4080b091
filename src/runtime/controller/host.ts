/** What a controller needs of a manager; so nothing here knows the manager. */
import type { Cache } from '../cache/cache.js';
import type { Client } from '../client/client.js';
import type { Clock } from '../clock.js';
import type { Logger } from '../log/logger.js';
import type { MetricsRegistry } from '../metrics/registry.js';
import type { EventRecorder } from '../recorder/event-recorder.js';
import type { Runnable } from '../runnable.js';
import type { Tracer } from '../tracing/tracer.js';
import type { ControllerOptions } from './controller-options.js';

/** One cluster that controllers can watch. */
export interface ClusterHost {
  readonly client: Client;
  readonly cache: Cache;
}

/** The part of a manager that controllers are built on. */
export interface ControllerHost extends ClusterHost {
  readonly log: Logger;
  readonly metrics: MetricsRegistry;
  readonly clock?: Clock;
  /** The wall clock; that of the machine by default. */
  wallTime?(): Date;
  /** Records events about objects, reported by the controller of that name. */
  events?(controller: string, options?: { cluster?: string }): EventRecorder;
  /** Names of the clusters besides its own. */
  readonly clusterNames?: readonly string[];
  readonly tracer?: Tracer;
  /** Options for all controllers, which their own override. */
  readonly controllerDefaults?: ControllerOptions;
  /** Runs something for as long as the manager runs. */
  add(runnable: Runnable): void;
  /** Another cluster of a manager with several; throws when there is none of that name. */
  cluster?(name: string): ClusterHost;
  /** False when work must not begin, because this replica may no longer lead. */
  isLeader?(): boolean;
  /** Runs work that is only allowed to the leader: its writes are refused once this replica may no longer lead. */
  asLeader?<T>(work: () => T): T;
  /** Throws when the name is taken: metrics and logs could not tell two controllers apart. */
  claimControllerName?(name: string): void;
  /** The controller has ended: another one may have its name. */
  releaseControllerName?(name: string): void;
}
