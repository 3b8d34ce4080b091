/** What happens while `kbts dev` runs, read from the manager's log. */
import type { ErrorCode } from '../../../errors.js';
import type { Diagnostic } from '../../../model/diagnostic.js';

/** Something to show. */
export type DevEvent =
  | {
      readonly type: 'reconciled';
      readonly object: string;
      readonly result: string;
      readonly ms: number;
      readonly reasons: readonly string[];
      /** When it runs again, unless something changes earlier. */
      readonly nextInMs?: number;
      /** The object is being deleted, so its clean-up ran. */
      readonly isFinalize?: boolean;
    }
  | {
      readonly type: 'failed';
      readonly object: string;
      readonly message: string;
      readonly attempt: number;
      readonly stack?: string;
      /** When it is tried again. */
      readonly nextInMs?: number;
      /** It is not tried again. */
      readonly isFinal?: boolean;
      readonly isFinalize?: boolean;
    }
  | {
      readonly type: 'wrote';
      readonly verb: 'created' | 'changed' | 'deleted';
      readonly object: string;
      /** Field manager; empty when nobody knows. */
      readonly by: string;
      readonly changes: readonly string[];
    }
  | {
      readonly type: 'event';
      readonly object: string;
      readonly warning: boolean;
      readonly reason: string;
      readonly message: string;
    }
  | {
      readonly type: 'denied';
      readonly object: string;
      readonly operation: string;
      readonly code: number;
      /** What the webhook answered. */
      readonly message: string;
      readonly warnings: readonly string[];
    }
  | {
      /** Let through, with warnings. */
      readonly type: 'warned';
      readonly object: string;
      readonly operation: string;
      readonly warnings: readonly string[];
    }
  | { readonly type: 'log'; readonly level: string; readonly message: string; readonly fields: string }
  | { readonly type: 'output'; readonly text: string }
  | { readonly type: 'status'; readonly message: string }
  | {
      readonly type: 'problem';
      readonly message: string;
      readonly fix?: string;
      /** Of errors that have one. */
      readonly code?: ErrorCode;
      /** With the lines of the sources they are about. */
      readonly diagnostics?: readonly Diagnostic[];
    };

/** Reads lines in another way: with everything, or knowing which objects are being deleted. */
export interface DevLogOptions {
  readonly verbose?: boolean;
  readonly isDeleting?: (object: string) => boolean;
}

interface LogRecord {
  readonly level?: string;
  readonly msg?: string;
  readonly controller?: string;
  readonly controllerKind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly result?: string;
  readonly seconds?: number;
  readonly attempt?: number;
  readonly reconcileID?: string;
  readonly reasons?: readonly { readonly event?: string; readonly kind?: string; readonly object?: string }[];
  readonly error?: { readonly message?: string; readonly stack?: string };
  readonly allowed?: boolean;
  readonly code?: number;
  readonly webhookKind?: string;
  readonly operation?: string;
  readonly denial?: string;
  readonly warnings?: readonly string[];
  readonly nextInMs?: number;
}

/** Turns lines of a manager's JSON log into events; remembers why a reconcile was started until it ends. */
export class DevLog {
  readonly #reasons = new Map<string, readonly string[]>();
  /** Reconciles that have called `finalize`. */
  readonly #finalizing = new Set<string>();
  readonly #options: DevLogOptions;

  constructor(options: DevLogOptions = {}) {
    this.#options = options;
  }

  /** Undefined for lines that only a debugger would want. */
  read(line: string): DevEvent | undefined {
    const record = parse(line);
    if (!record) return line.trim() === '' ? undefined : { type: 'output', text: line };
    const id = record.reconcileID ?? '';
    // Reconcilers may log the same words; only lines of the runtime have a result.
    switch (record.msg === 'reconciled' && record.result === undefined ? '' : record.msg) {
      case 'reconciling':
        this.#reasons.set(id, (record.reasons ?? []).map(describeReason));
        return undefined;
      case 'finalizing':
        this.#finalizing.add(id);
        return undefined;
      case 'reconciled': {
        const reasons = this.#reasons.get(id) ?? [];
        this.#reasons.delete(id);
        const finalize = this.#finalize(record);
        this.#finalizing.delete(id);
        if (record.result === 'error') return undefined;
        return {
          type: 'reconciled',
          object: objectOf(record),
          result: record.result ?? '',
          ms: Math.round((record.seconds ?? 0) * 1000),
          reasons,
          ...nextOf(record),
          ...finalize,
        };
      }
      case 'reconcile failed':
      case 'reconcile failed, not trying again':
        return {
          type: 'failed',
          object: objectOf(record),
          message: record.error?.message ?? '',
          attempt: record.attempt ?? 0,
          stack: record.error?.stack,
          ...nextOf(record),
          ...(record.msg === 'reconcile failed' ? {} : { isFinal: true }),
          ...this.#finalize(record),
        };
      case 'answered':
        return admissionEvent(record) ?? (this.#options.verbose === true ? logEvent(record) : undefined);
      default:
        return record.level === 'debug' && this.#options.verbose !== true ? undefined : logEvent(record);
    }
  }

  /** A plain reconciler does not say so; then the object does, until it is gone. */
  #finalize(record: LogRecord): { isFinalize?: true } {
    const says = this.#finalizing.has(record.reconcileID ?? '');
    return says || this.#options.isDeleting?.(objectOf(record)) === true ? { isFinalize: true } : {};
  }
}

/** Undefined for calls that were let through without a word. */
function admissionEvent(record: LogRecord): DevEvent | undefined {
  const { webhookKind = '', namespace, name = '', code = 403, denial = '', warnings = [] } = record;
  const object = objectOf({ controllerKind: webhookKind, namespace: namespace === '' ? undefined : namespace, name });
  const operation = (record.operation ?? '').toLowerCase();
  if (record.allowed === false) return { type: 'denied', object, operation, code, message: denial, warnings };
  return warnings.length === 0 ? undefined : { type: 'warned', object, operation, warnings };
}

function nextOf({ nextInMs }: LogRecord): { nextInMs?: number } {
  return nextInMs === undefined ? {} : { nextInMs };
}

function describeReason({ event = '', kind, object }: NonNullable<LogRecord['reasons']>[number]): string {
  return [event, kind, object].filter((part) => part !== undefined && part !== '').join(' ');
}

const shownElsewhere = new Set([
  'level',
  'ts',
  'msg',
  'error',
  'logger',
  'reconcileID',
  'controllerGroup',
  'controllerKind',
]);

function logEvent(record: LogRecord): DevEvent {
  const fields = Object.entries(record)
    .filter(([name]) => !shownElsewhere.has(name) && !isRepeated(name, record))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const error = record.error?.message === undefined ? [] : [record.error.message];
  return {
    type: 'log',
    level: record.level ?? 'info',
    message: record.msg ?? '',
    fields: [...error, ...fields].join(' '),
  };
}

/** Lines of a reconcile say their object twice, as `name` and under its kind; the kind says which controller it is. */
function isRepeated(field: string, { reconcileID, controllerKind }: LogRecord): boolean {
  return reconcileID !== undefined && (field === 'controller' || field === controllerKind);
}

function objectOf({ controllerKind, controller, namespace, name }: LogRecord): string {
  return `${controllerKind ?? controller ?? ''} ${namespace === undefined ? '' : `${namespace}/`}${name ?? ''}`.trim();
}

function parse(line: string): LogRecord | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'msg' in value ? (value as LogRecord) : undefined;
  } catch (error) {
    // A line of the user's own that happens to begin like JSON.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
