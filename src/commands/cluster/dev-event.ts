/** What happens while `kbts dev` runs, read from the manager's log. */

/** Something to show. */
export type DevEvent =
  | {
      readonly type: 'reconciled';
      readonly object: string;
      readonly result: string;
      readonly ms: number;
      readonly reasons: readonly string[];
    }
  | {
      readonly type: 'failed';
      readonly object: string;
      readonly message: string;
      readonly attempt: number;
      readonly stack?: string;
    }
  | { readonly type: 'log'; readonly level: string; readonly message: string; readonly fields: string }
  | { readonly type: 'output'; readonly text: string }
  | { readonly type: 'status'; readonly message: string }
  | { readonly type: 'problem'; readonly message: string; readonly fix?: string };

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
}

/** Turns lines of a manager's JSON log into events; remembers why a reconcile was started until it ends. */
export class DevLog {
  readonly #reasons = new Map<string, readonly string[]>();

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
      case 'reconciled': {
        const reasons = this.#reasons.get(id) ?? [];
        this.#reasons.delete(id);
        if (record.result === 'error') return undefined;
        return {
          type: 'reconciled',
          object: objectOf(record),
          result: record.result ?? '',
          ms: Math.round((record.seconds ?? 0) * 1000),
          reasons,
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
        };
      default:
        return record.level === 'debug' ? undefined : logEvent(record);
    }
  }
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
