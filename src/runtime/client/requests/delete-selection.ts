/** Which objects `deleteAllOf` deletes. */
import { InvalidCallError } from '../../object/invalid-call.js';
import type { KindInfo } from '../../object/kind.js';
import { requirementsOf } from '../../object/label-selector.js';
import type { DeleteAllOptions } from '../client.js';
import { formatFieldSelector } from './resource-path.js';

/**
 * Throws unless the options select something, or ask for everything by name: a selector that turned out empty must not
 * delete the collection.
 */
export function checkSelected(kind: KindInfo, options: DeleteAllOptions): void {
  const { labels, fields, all } = options;
  const isSelective = (labels !== undefined && hasLabels(labels)) || (fields !== undefined && hasFields(fields));
  if (all !== undefined && all !== true) throw refusal(kind, '"all" must be true or absent');
  if (all && isSelective) throw refusal(kind, '"all" cannot be combined with a selector; remove one of them');
  if (all) return;
  // One empty selector next to another one is as much a mistake as an empty selector alone.
  const empty = [
    'labels' in options && (labels === undefined || !hasLabels(labels)) ? 'labels' : '',
    'fields' in options && (fields === undefined || !hasFields(fields)) ? 'fields' : '',
  ].filter(Boolean);
  if (isSelective && empty.length === 0) return;
  const problem = empty.length === 0 ? 'there is no selector' : `"${empty.join('" and "')}" selects everything`;
  throw refusal(kind, `${problem}; pass a non-empty selector, or { all: true } to delete every object`);
}

function hasLabels(labels: NonNullable<DeleteAllOptions['labels']>): boolean {
  return requirementsOf(labels).length > 0;
}

/** The server skips empty terms, so that "," selects everything. */
function hasFields(fields: NonNullable<DeleteAllOptions['fields']>): boolean {
  return formatFieldSelector(fields)
    .split(',')
    .some((term) => term.trim() !== '');
}

function refusal({ gvk }: KindInfo, problem: string): InvalidCallError {
  return new InvalidCallError(`deleteAllOf(${gvk.kind}) was not sent: ${problem}`);
}
