/** Field selectors of list and watch requests. */
import {
  type FieldTerm,
  matchesFields as isTrueOf,
  parseFieldSelector as readSelector,
} from '../../kubernetes/selector/field-selector.js';
import { SelectorError } from '../../kubernetes/selector/label-selector.js';
import type { ApiObject } from '../storage/api-object.js';
import { badRequest } from '../api-status.js';
import { getPath } from '../../kubernetes/json/json-value.js';
import { isPathSegment } from '../../kubernetes/value/names.js';
import { orBadRequest } from './label-selector.js';

/** All of these must be true. */
export type FieldSelector = readonly FieldTerm[];

/** `metadata.name=a,spec.nodeName!=b`. Throws 400 on a syntax error. */
export function parseFieldSelector(text: string): FieldSelector {
  return orBadRequest(() => readSelector(text));
}

/** The name that a selector demands; undefined when it demands none, or not one that an object can have. */
export function nameInSelector(text: string): string | undefined {
  if (!text.includes('metadata.name')) return undefined;
  try {
    const term = readSelector(text).find(({ field, isEqual }) => field === 'metadata.name' && isEqual);
    return term !== undefined && isPathSegment(term.value).length === 0 ? term.value : undefined;
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    return undefined;
  }
}

/** Throws 400 when a field cannot be selected on; the wording depends on whether the kind has such fields at all. */
export function checkFields(selector: FieldSelector, allowed: ReadonlySet<string>): void {
  for (const { field } of selector) {
    if (field === 'metadata.name' || field === 'metadata.namespace' || allowed.has(field)) continue;
    if (allowed.size > 0) throw badRequest(`field label not supported: ${field}`);
    throw badRequest(`"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`);
  }
}

/** Whether an object satisfies every term. */
export function matchesFields(selector: FieldSelector, object: ApiObject): boolean {
  return isTrueOf(selector, (field) => fieldText(object, field));
}

function fieldText(object: ApiObject, field: string): string {
  // Events of newer clients have no source, only the controller that reports.
  if (object.kind === 'Event' && field === 'source')
    return textAt(object, ['source', 'component']) || textAt(object, ['reportingComponent']);
  const value = getPath(object, field.split('.'));
  if (value === undefined || value === null) {
    return object.kind === 'Pod' && field === 'spec.schedulerName' ? 'default-scheduler' : '';
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function textAt(object: ApiObject, path: string[]): string {
  const value = getPath(object, path);
  return typeof value === 'string' ? value : '';
}
