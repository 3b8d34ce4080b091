/** The spec of claims, wherever they are written. */
import { isDnsLabel, isSubdomain } from '../../../kubernetes/value/names.js';
import type { Field } from '../../../kubernetes/field.js';
import { amountSign } from '../resource-names.js';
import { labelSelector, labels } from '../../../kubernetes/selector/selector-rules.js';
import { annotations } from '../selector-rules.js';

const MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** Access modes of claims and volumes. */
export function accessModes(field: Field, why = ''): void {
  if (field.size === 0) field.required(why);
  for (const mode of field.texts) if (!MODES.includes(mode)) field.unsupported(MODES, mode);
  const known = field.texts.filter((mode) => MODES.includes(mode));
  if (known.includes('ReadWriteOncePod') && known.some((mode) => mode !== 'ReadWriteOncePod')) {
    field.forbidden('may not use ReadWriteOncePod with other access modes');
  }
}

/** Filesystem or block device. */
export const VOLUME_MODES = ['Block', 'Filesystem'];

/** The spec of a claim. */
export function claimSpec(spec: Field): void {
  accessModes(spec.at('accessModes'), 'at least 1 access mode is required');
  labelSelector(spec.at('selector'));
  const size = spec.at('resources').at('requests').key('storage').named(`${spec.path}.resources[storage]`);
  if (!size.isSet) size.required();
  else if (amountSign(size) <= 0) size.invalid('must be greater than zero', String(size.value));
  spec.at('storageClassName').may(isSubdomain);
  spec.at('volumeMode').mayBeOneOf(VOLUME_MODES);
  dataSources(spec);
  spec.at('volumeAttributesClassName').may(isSubdomain);
}

function dataSources(spec: Field): void {
  const [source, reference] = [spec.at('dataSource'), spec.at('dataSourceRef')];
  if (source.isSet) dataSource(source);
  if (reference.isSet) {
    dataSource(reference);
    reference.at('namespace').may(isDnsLabel);
  }
  if (!source.isSet || !reference.isSet) return;
  if (reference.at('namespace').text !== '') {
    spec.invalid('may not be specified when dataSourceRef.namespace is specified', {});
  } else if (!['apiGroup', 'kind', 'name'].every((key) => source.at(key).equals(reference.at(key)))) {
    spec.invalid('must match dataSourceRef', {});
  }
}

function dataSource(field: Field): void {
  field.at('name').needs();
  field.at('kind').needs();
  const group = field.at('apiGroup');
  if (group.text === '' && field.at('kind').text !== 'PersistentVolumeClaim') {
    field.invalid("must be 'PersistentVolumeClaim' when referencing the default apiGroup", field.at('kind').text);
  }
  group.may(isSubdomain);
}

const METADATA = new Set(['annotations', 'labels']);

/** A claim inside a pod: metadata with labels and annotations only. */
export function claimTemplate(field: Field): void {
  const metadata = field.at('metadata');
  annotations(metadata.at('annotations'));
  labels(metadata.at('labels'));
  for (const key of metadata.keys) if (!METADATA.has(key)) metadata.at(key).forbidden('cannot be set');
  claimSpec(field.at('spec'));
}
