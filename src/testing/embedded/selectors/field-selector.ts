/** Field selectors of list and watch requests. */
import type { ApiObject } from '../storage/api-object.js';
import { badRequest } from '../api-status.js';
import { getPath } from '../json.js';

/** One comparison of a field with a value. */
export interface FieldTerm {
  readonly field: string;
  readonly value: string;
  readonly isEqual: boolean;
}

/** All of these must hold. */
export type FieldSelector = readonly FieldTerm[];

/** `metadata.name=a,spec.nodeName!=b`. Throws 400 on a syntax error. */
export function parseFieldSelector(text: string): FieldSelector {
  return text
    .split(/(?<!\\),/)
    .filter((part) => part !== '')
    .map((part) => {
      const match = /^(.*?)(!=|==|=)(.*)$/s.exec(part);
      if (match === null) throw badRequest(`invalid selector: '${text}'; can't understand '${part}'`);
      const [, field = '', operator, value = ''] = match;
      return { field, value: value.replaceAll(/\\(.)/g, '$1'), isEqual: operator !== '!=' };
    });
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
  return selector.every(({ field, value, isEqual }) => (fieldText(object, field) === value) === isEqual);
}

function fieldText(object: ApiObject, field: string): string {
  const value = getPath(object, field.split('.'));
  if (value === undefined || value === null) {
    return object.kind === 'Pod' && field === 'spec.schedulerName' ? 'default-scheduler' : '';
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
