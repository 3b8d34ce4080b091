/** Checks of ListOptions, as list and watch share them. */
import { badRequest } from '../api-status.js';
import { isTrue } from '../http/request-info.js';
import { invalidOption } from './resource-request.js';

/** Options that both use. */
export interface ListOptions {
  readonly limit: number;
  readonly timeoutSeconds: number | undefined;
  readonly sendsInitialEvents: boolean | undefined;
  readonly allowsBookmarks: boolean;
}

type Cause = { reason: string; message: string; field: string };

/** Reads and checks the options; throws 400 or 422. */
export function checkListOptions(query: URLSearchParams, isWatch: boolean): ListOptions {
  const limit = integer(query.get('limit')) ?? 0;
  const timeoutSeconds = integer(query.get('timeoutSeconds'));
  const initial = query.get('sendInitialEvents');
  const causes = isWatch ? watchProblems(query, initial) : listProblems(query, initial);
  if (causes.length > 0) throw invalidOption('ListOptions', causes);
  return {
    limit,
    timeoutSeconds,
    sendsInitialEvents: initial === null ? undefined : isTrue(initial),
    allowsBookmarks: isTrue(query.get('allowWatchBookmarks')),
  };
}

function integer(text: string | null): number | undefined {
  if (text === null || text === '') return undefined;
  if (!/^-?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}

function listProblems(query: URLSearchParams, initial: string | null): Cause[] {
  const causes: Cause[] = [];
  const match = query.get('resourceVersionMatch') ?? '';
  const version = query.get('resourceVersion') ?? '';
  if (initial !== null) causes.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  if (match === '') return causes;
  if (version === '') {
    causes.push(
      forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden unless resourceVersion is provided'),
    );
  }
  if ((query.get('continue') ?? '') !== '') {
    causes.push(forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided'));
  }
  if (match !== 'Exact' && match !== 'NotOlderThan') {
    causes.push(unsupported('resourceVersionMatch', match, ['Exact', 'NotOlderThan', '']));
  }
  if (match === 'Exact' && version === '0') {
    causes.push(forbidden('resourceVersionMatch', 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
  }
  return causes;
}

function watchProblems(query: URLSearchParams, initial: string | null): Cause[] {
  const causes: Cause[] = [];
  const match = query.get('resourceVersionMatch') ?? '';
  if (initial !== null) {
    if (match !== 'NotOlderThan') {
      const why = 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan';
      causes.push(forbidden('resourceVersionMatch', why));
    }
  } else if (match !== '') {
    const why = 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided';
    causes.push(forbidden('resourceVersionMatch', why));
  }
  if (match !== '' && match !== 'NotOlderThan')
    causes.push(unsupported('resourceVersionMatch', match, ['NotOlderThan']));
  if ((query.get('continue') ?? '') !== '') {
    const why = 'continue is forbidden when watch is set'.replace('when watch is set', 'for watch');
    causes.push(forbidden('continue', why));
  }
  return causes;
}

function forbidden(field: string, why: string): Cause {
  return { reason: 'FieldValueForbidden', message: `Forbidden: ${why}`, field };
}

function unsupported(field: string, value: string, allowed: readonly string[]): Cause {
  const list = allowed.map((entry) => JSON.stringify(entry)).join(', ');
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${list}`;
  return { reason: 'FieldValueNotSupported', message, field };
}
