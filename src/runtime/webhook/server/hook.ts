/** What the webhook server serves on a path. */
import type { Logger } from '../../log/logger.js';

/** One call, with its whole body. */
export interface HookCall {
  readonly body: Buffer;
  readonly contentType: string | undefined;
  /** Aborted when the caller has gone or its time is over. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** What goes back over HTTP. */
export interface HookReply {
  readonly status: number;
  readonly body?: string;
  /** Whether a handler failed by a bug, which is counted. */
  readonly panicked?: boolean;
  /** When the caller may try again. */
  readonly retryAfterSeconds?: number;
}

/** Why a call never reached its handler, or left it without an answer. */
export type HookFailure = Readonly<{ code: 400 | 413 | 500 | 504; message: string }>;

/** One path of a webhook server. */
export interface Hook {
  readonly type: 'admission' | 'conversion';
  handle(call: HookCall): Promise<HookReply>;
  /** The reply to a call that could not be handled, in the form that the caller understands; `body` as far as it was read. */
  refuse(failure: HookFailure, body?: Buffer): HookReply;
}

/** Counts calls; the manager maps this to its registry. */
export interface WebhookMetrics {
  /** A path will be called; its numbers begin at zero. */
  served?(path: string): void;
  started(path: string): void;
  finished(path: string, code: number, seconds: number): void;
  panicked(path: string, type: Hook['type']): void;
}
