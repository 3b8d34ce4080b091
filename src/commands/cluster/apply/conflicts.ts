/** Fields that someone else manages. */
import { UserError } from '../../../errors.js';
import { type ApiError, findApiError, is } from '../../../runtime/client/requests/api-error.js';
import { nameOf, type ObjectIdentity } from './object-name.js';

/** A field of an object, and who manages it. */
export interface FieldConflict {
  readonly object: ObjectIdentity;
  readonly manager: string;
  readonly field: string;
}

/** The conflicts that the API server names; empty when the error is about something else. */
export function conflictsIn(error: unknown, object: ObjectIdentity): FieldConflict[] {
  if (!is.conflict(error)) return [];
  const found: ApiError | undefined = findApiError(error);
  return (found?.status.details?.causes ?? [])
    .filter(({ reason }) => reason === 'FieldManagerConflict')
    .map(({ message = '', field = '' }) => ({
      object,
      manager: /conflict with "([^"]*)"/.exec(message)?.[1] ?? 'someone else',
      field,
    }));
}

const mostFields = 5;

/** One error about all of them: who, what, and how to decide. */
export function conflictError(conflicts: readonly FieldConflict[]): UserError {
  const groups = new Map<string, FieldConflict[]>();
  for (const conflict of conflicts) {
    const key = `${nameOf(conflict.object)} is managed by "${conflict.manager}"`;
    groups.set(key, [...(groups.get(key) ?? []), conflict]);
  }
  const lines = [...groups].map(([key, group]) => {
    const fields = group.slice(0, mostFields).map(({ field }) => field);
    const rest = group.length > mostFields ? ` and ${group.length - mostFields} more` : '';
    return `\n  ${key}: ${fields.join(', ')}${rest}`;
  });
  const managers = [...new Set(conflicts.map(({ manager }) => manager))].join(', ');
  return new UserError(
    'apply-conflict',
    `other managers own fields with other values; nothing was changed:${lines.join('')}`,
    {
      fix: `take these fields over with --force-conflicts, or let ${managers} keep them and remove them from config/`,
    },
  );
}
