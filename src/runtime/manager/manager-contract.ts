/** What a manager can do, as types; `createManager` makes one. */
import type { Cache } from '../cache/cache.js';
import type { Client } from '../client/client.js';
import type { ClusterConfig } from '../client/config/cluster-config.js';
import type { ClusterHost, ControllerHost } from '../controller/host.js';
import type { Check } from '../health/checks.js';
import type { Logger } from '../log/logger.js';
import type { MetricsRegistry } from '../metrics/registry.js';
import type { EventRecorder } from '../recorder/event-recorder.js';
import type { Part } from '../part.js';
import type { RunContext, Runnable } from '../runnable.js';
import type { WebhookHost, WebhookRegistrar } from '../webhook/registrar.js';
import type { ClusterOptions } from './cluster.js';

/** Runs controllers, webhooks and everything they need. */
export interface Manager extends ControllerHost, WebhookHost, AsyncDisposable {
  readonly client: Client;
  readonly cache: Cache;
  readonly config: ClusterConfig | undefined;
  readonly log: Logger;
  readonly metrics: MetricsRegistry;
  readonly webhooks: WebhookRegistrar;
  /** Resolves when controllers run: at once after the start, or when this replica leads. */
  readonly elected: Promise<void>;
  /** Connects a controller or a webhook; returns the running controller. Before the start, or while the manager runs. */
  add<Running>(part: Part<Manager, Running>): Running;
  /** Runs something with the manager; a plain function runs only while this replica leads, unless told otherwise. */
  add(runnable: Runnable | ((context: RunContext) => Promise<void>), options?: { group?: Runnable['group'] }): void;
  /** Fails `/healthz` while the check throws. Before the start only. */
  addHealthCheck(name: string, check: Check): void;
  /** Fails `/readyz` while the check throws. Before the start only. */
  addReadyCheck(name: string, check: Check): void;
  /**
   * Another cluster whose kinds controllers may watch, with `{ cluster: name }`. While it does not answer, everything
   * else continues.
   */
  addCluster(name: string, options: ClusterOptions): ClusterHost;
  /** Ends the watches and connections of a cluster; its name is free again. */
  removeCluster(name: string): Promise<void>;
  cluster(name: string): ClusterHost;
  /** Records events about objects, reported by the controller of that name; into another cluster when it is named. */
  events(controller: string, options?: { cluster?: string }): EventRecorder;
  isLeader(): boolean;
  /** Resolves after a clean stop, rejects with the first error. Runs once. */
  start(signal?: AbortSignal): Promise<void>;
}
