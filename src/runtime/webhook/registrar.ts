/** What `webhook()` needs of a manager. */
import type { Logger } from '../log/logger.js';
import type { GVK } from '../object/kind.js';
import type { ConvertObject } from './conversion/converter.js';
import type { Hook } from './server/hook.js';

/** Takes hooks; a `WebhookServer` is one. */
export interface WebhookRegistrar {
  /** Serves `hook` on `path`. Throws when the path is taken. */
  register(path: string, hook: Hook): void;
  /** Serves conversion of a kind on `/convert`. Throws when the kind already has one. */
  registerConversion(kind: Pick<GVK, 'group' | 'kind'>, convert: ConvertObject): void;
}

/** The part of a manager that webhooks are built on. */
export interface WebhookHost {
  readonly webhooks: WebhookRegistrar;
  readonly log: Logger;
}
