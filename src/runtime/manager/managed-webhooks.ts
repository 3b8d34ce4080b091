/** The webhook server of a manager, made when the first hook needs it. */
import type { Logger } from '../log/logger.js';
import type { MetricsRegistry } from '../metrics/registry.js';
import type { GVK } from '../object/kind.js';
import type { Runnable } from '../runnable.js';
import type { ConvertObject } from '../webhook/converter.js';
import type { Hook } from '../webhook/hook.js';
import type { WebhookRegistrar } from '../webhook/registrar.js';
import { webhookMetrics } from '../webhook/webhook-metrics.js';
import { WebhookServer } from '../webhook/webhook-server.js';
import type { ManagerOptions } from './manager-options.js';

/** What is needed of the manager. */
export interface WebhookManager {
  readonly log: Logger;
  readonly metrics: MetricsRegistry;
  addTo(group: 'webhook', runnable: Runnable): void;
}

/** Takes hooks; without any, no port is opened. With `webhooks: false` hooks are only logged. */
export class ManagedWebhooks implements WebhookRegistrar {
  readonly #options: ManagerOptions['webhooks'];
  readonly #manager: WebhookManager;
  #server: WebhookServer | undefined;

  constructor(options: ManagerOptions['webhooks'], manager: WebhookManager) {
    this.#options = options;
    this.#manager = manager;
  }

  /** The port, once the server listens. */
  get port(): number | undefined {
    return this.#server?.port;
  }

  register(path: string, hook: Hook): void {
    this.#whenEnabled(path)?.register(path, hook);
  }

  registerConversion(kind: Pick<GVK, 'group' | 'kind'>, convert: ConvertObject): void {
    this.#whenEnabled(`conversion of ${kind.kind}`)?.registerConversion(kind, convert);
  }

  #whenEnabled(what: string): WebhookServer | undefined {
    if (this.#options === false) {
      this.#manager.log.info('webhooks are switched off, not serving', { hook: what });
      return undefined;
    }
    if (!this.#server) {
      this.#server = new WebhookServer({ ...this.#options, metrics: webhookMetrics(this.#manager.metrics) });
      this.#manager.addTo('webhook', this.#server);
    }
    return this.#server;
  }
}
