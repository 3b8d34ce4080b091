/** Choosing objects by namespace and selectors. */
import type { ApiObject } from '../storage/api-object.js';
import { storedField } from '../definitions/event-conversion.js';
import { checkFields, matchesFields, parseFieldSelector, type FieldSelector } from '../selectors/field-selector.js';
import { matchesLabels, parseLabelSelector, type LabelSelector } from '../selectors/label-selector.js';
import type { ResourceRequest } from './resource-request.js';

/** What a list or watch asks for. */
export interface Selection {
  readonly namespace: string | undefined;
  readonly labels: LabelSelector;
  readonly fields: FieldSelector;
}

/** Reads the selectors of a request; throws 400 on mistakes. */
export function selectionOf({ info, type }: ResourceRequest): Selection {
  const labels = parseLabelSelector(info.query.get('labelSelector') ?? '');
  const fields = parseFieldSelector(info.query.get('fieldSelector') ?? '');
  checkFields(fields, type.selectableFields);
  const named = info.name === '' ? [] : [{ field: 'metadata.name', value: info.name, isEqual: true }];
  const stored = fields.map((term) => ({ ...term, field: storedField(type, term.field) }));
  return { namespace: type.isNamespaced ? info.namespace : undefined, labels, fields: [...stored, ...named] };
}

/** Whether an object is selected. */
export function isSelected(object: ApiObject, { namespace, labels, fields }: Selection): boolean {
  if (namespace !== undefined && object.metadata.namespace !== namespace) return false;
  return matchesLabels(labels, object.metadata.labels) && matchesFields(fields, object);
}

/** The selected objects, in order. */
export function selectObjects(objects: readonly ApiObject[], request: ResourceRequest): ApiObject[] {
  const selection = selectionOf(request);
  return objects.filter((object) => isSelected(object, selection));
}
