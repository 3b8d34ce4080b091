/** Checks of `metadata`, on create and on update. */
import type { ApiObject, Metadata, OwnerReference } from '../storage/api-object.js';
import { forbiddenValue, invalidValue, requiredValue, type Finding } from '../../kubernetes/finding.js';
import { jsonEqual } from '../../kubernetes/json/json-value.js';
import type { KindStrategy } from './kind-strategy.js';
import { labelValueProblems, qualifiedNameProblems, isDnsLabel } from '../../kubernetes/value/names.js';

const STANDARD_FINALIZERS = new Set(['kubernetes', 'foregroundDeletion', 'orphan']);
const ANNOTATION_LIMIT = 256 * 1024;

/** Everything that is wrong with the metadata of an object. */
export function metadataErrors(
  metadata: Metadata,
  options: Pick<KindStrategy, 'name' | 'generateName' | 'needsKnownFinalizers'> & { readonly isNamespaced: boolean },
): Finding[] {
  const errors: Finding[] = [];
  const { generateName = '', name = '', namespace = '' } = metadata;
  if (generateName !== '') {
    const stem = generateName.replace(/-$/, 'a');
    errors.push(
      ...(options.generateName ?? options.name)(stem).map((why) =>
        invalidValue('metadata.generateName', generateName, why),
      ),
    );
  }
  if (name === '') errors.push(requiredValue('metadata.name', 'name or generateName is required'));
  else errors.push(...options.name(name).map((why) => invalidValue('metadata.name', name, why)));
  if (options.isNamespaced) {
    if (namespace === '') errors.push(requiredValue('metadata.namespace'));
    else errors.push(...isDnsLabel(namespace).map((why) => invalidValue('metadata.namespace', namespace, why)));
  } else if (namespace !== '') {
    errors.push(forbiddenValue('metadata.namespace', 'not allowed on this type'));
  }
  return [
    ...errors,
    ...labelErrors(metadata.labels, 'metadata.labels'),
    ...annotationErrors(metadata.annotations),
    ...ownerErrors(metadata.ownerReferences),
    ...finalizerErrors(metadata.finalizers, options.needsKnownFinalizers),
  ];
}

/** Checks labels anywhere in an object. */
function labelErrors(labels: Metadata['labels'], field: string): Finding[] {
  return Object.entries(labels ?? {})
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([key, value]) => [
      ...qualifiedNameProblems(key).map((why) => invalidValue(field, key, why)),
      ...labelValueProblems(value).map((why) => invalidValue(field, value, why)),
    ]);
}

function annotationErrors(annotations: Metadata['annotations']): Finding[] {
  const errors: Finding[] = [];
  let size = 0;
  for (const [key, value] of Object.entries(annotations ?? {})) {
    errors.push(
      ...qualifiedNameProblems(key.toLowerCase()).map((why) => invalidValue('metadata.annotations', key, why)),
    );
    size += Buffer.byteLength(key) + Buffer.byteLength(value);
  }
  if (size > ANNOTATION_LIMIT) {
    const message = `Too long: may not be more than ${ANNOTATION_LIMIT} bytes`;
    errors.push({ reason: 'FieldValueTooLong', field: 'metadata.annotations', message });
  }
  return errors;
}

function ownerErrors(owners: readonly OwnerReference[] | undefined): Finding[] {
  const errors: Finding[] = [];
  let controllers = 0;
  (owners ?? []).forEach((owner, index) => {
    const field = `metadata.ownerReferences[${index}]`;
    const required = ['apiVersion', 'kind', 'name', 'uid'] as const;
    for (const key of required) {
      const value: string | undefined = owner[key];
      if (value === undefined || value === '') errors.push(requiredValue(`${field}.${key}`, 'must not be empty'));
    }
    if (owner.apiVersion && !isGroupVersion(owner.apiVersion)) {
      errors.push(invalidValue(`${field}.apiVersion`, owner.apiVersion, 'must be <group>/<version> or <version>'));
    }
    if (owner.controller === true) controllers++;
  });
  if (controllers > 1) {
    const text = `Only one reference can have Controller set to true. Found "true" in references for ${names(owners)}`;
    errors.push(invalidValue('metadata.ownerReferences', JSON.parse(JSON.stringify(owners)), text));
  }
  return errors;
}

function isGroupVersion(text: string): boolean {
  const parts = text.split('/');
  return parts.length <= 2 && parts.at(-1) !== '';
}

function names(owners: readonly OwnerReference[] | undefined): string {
  return (owners ?? [])
    .filter((owner) => owner.controller === true)
    .map((owner) => owner.name)
    .join(' and ');
}

function finalizerErrors(finalizers: readonly string[] | undefined, mustBeKnown: boolean): Finding[] {
  return (finalizers ?? []).flatMap((finalizer, index) => {
    const problems = qualifiedNameProblems(finalizer).map((why) => invalidValue('metadata.finalizers', finalizer, why));
    if (!mustBeKnown || finalizer.includes('/') || STANDARD_FINALIZERS.has(finalizer)) return problems;
    const why = 'name is neither a standard finalizer name nor is it fully qualified';
    return [...problems, invalidValue(`metadata.finalizers[${index}]`, finalizer, why)];
  });
}

/** What an update may not change. */
export function metadataUpdateErrors(after: ApiObject, before: ApiObject): Finding[] {
  const errors: Finding[] = [];
  if (before.metadata.deletionTimestamp !== undefined) {
    const known = new Set(before.metadata.finalizers);
    const added = (after.metadata.finalizers ?? []).filter((finalizer) => !known.has(finalizer));
    if (added.length > 0) {
      const list = added.map((finalizer) => JSON.stringify(finalizer)).join(', ');
      const why = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
      errors.push(forbiddenValue('metadata.finalizers', why));
    }
  }
  const fixed = [
    'name',
    'namespace',
    'uid',
    'creationTimestamp',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
  ] as const;
  for (const key of fixed) {
    const value = after.metadata[key];
    if (!jsonEqual(value, before.metadata[key]))
      errors.push(invalidValue(`metadata.${key}`, value, 'field is immutable'));
  }
  return errors;
}
