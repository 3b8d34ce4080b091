/** PersistentVolumeClaims. */
import { sameInGo } from '../../../kubernetes/json/go-equality.js';
import type { JsonObject } from '../../../kubernetes/json/json-value.js';
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { amountSign, compareAmounts } from '../resource-names.js';
import { claimStatus } from '../status/small-statuses.js';
import { claimSpec } from './claim-spec.js';

const CLASS = 'volume.beta.kubernetes.io/storage-class';

/** Checks of PersistentVolumeClaim. */
export const claim: KindChecks = {
  spec: (object, before) => {
    claimSpec(object.at('spec'));
    if (before !== undefined) changed(object, before);
  },
  status: claimStatus,
};

function changed(object: Field, before: Field): void {
  const [spec, old] = [object.at('spec'), before.at('spec')];
  const isBound = before.at('status').at('phase').text === 'Bound';
  const annotation = object.at('metadata').at('annotations').key(CLASS);
  const wasAnnotation = before.at('metadata').at('annotations').key(CLASS);
  if (annotation.text !== wasAnnotation.text) {
    annotation.named(`metadata.annotations.${CLASS}`).invalid('field is immutable', annotation.text);
  }
  if (!sameInGo(fixedPart(spec, old, isBound), fixedPart(old, old, isBound))) {
    spec.forbidden(
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n',
    );
  }
  const [size, oldSize] = [sizeOf(spec), sizeOf(old)];
  if (!size.isSet || compareAmounts(size, oldSize) < 0) {
    const actual = before.at('status').at('capacity').key('storage');
    if (actual.isSet ? compareAmounts(size, actual) <= 0 : !size.isSet || amountSign(size) <= 0) {
      size.named('spec.resources.requests.storage').forbidden('field can not be less than status.capacity');
    }
  }
  spec.at('volumeMode').named('volumeMode').unchangedFrom(old.at('volumeMode'));
}

const sizeOf = (spec: Field): Field => spec.at('resources').at('requests').key('storage');

function fixedPart(spec: Field, old: Field, isBound: boolean): JsonObject {
  const fixed: JsonObject = { ...spec.object };
  if (old.at('volumeName').text === '') delete fixed['volumeName'];
  if (!old.at('storageClassName').isSet) delete fixed['storageClassName'];
  if (!isBound) return fixed;
  delete fixed['volumeAttributesClassName'];
  const requests = { ...spec.at('resources').at('requests').object, storage: undefined };
  return { ...fixed, resources: { ...spec.at('resources').object, requests } };
}
