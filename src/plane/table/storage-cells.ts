/** The cells of storage and of devices. */
import type { ApiObject } from '../storage/api-object.js';
import { getPath, own } from '../../kubernetes/json/json-value.js';
import { age, flagAt, isSet, mapAt, nameOf, objectsAt, since, textAt, textsAt, type Cells } from './cell-values.js';

const MODES: readonly (readonly [string, string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

function accessModes(modes: readonly string[]): string {
  return MODES.filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(',');
}

function className(object: ApiObject): string {
  const annotated = own(object.metadata.annotations, 'volume.beta.kubernetes.io/storage-class');
  return typeof annotated === 'string' ? annotated : textAt(object, 'spec.storageClassName');
}

function phase(object: ApiObject): string {
  return object.metadata.deletionTimestamp === undefined ? textAt(object, 'status.phase') : 'Terminating';
}

const volume: Cells = (object, now) => [
  nameOf(object),
  String(mapAt(object, 'spec.capacity')['storage'] ?? '0'),
  accessModes(textsAt(object, 'spec.accessModes')),
  textAt(object, 'spec.persistentVolumeReclaimPolicy'),
  phase(object),
  isSet(object, 'spec.claimRef')
    ? `${textAt(object, 'spec.claimRef.namespace')}/${textAt(object, 'spec.claimRef.name')}`
    : '',
  className(object),
  textAt(object, 'spec.volumeAttributesClassName', '<unset>'),
  textAt(object, 'status.reason'),
  age(object, now),
  textAt(object, 'spec.volumeMode', '<unset>'),
];

const claim: Cells = (object, now) => {
  const bound = textAt(object, 'spec.volumeName');
  return [
    nameOf(object),
    phase(object),
    bound,
    bound === '' ? '' : String(mapAt(object, 'status.capacity')['storage'] ?? '0'),
    bound === '' ? '' : accessModes(textsAt(object, 'status.accessModes')),
    className(object),
    textAt(object, 'spec.volumeAttributesClassName', '<unset>'),
    age(object, now),
    textAt(object, 'spec.volumeMode', '<unset>'),
  ];
};

const storageClass: Cells = (object, now) => [
  nameOf(object),
  textAt(object, 'provisioner'),
  textAt(object, 'reclaimPolicy', 'Delete'),
  textAt(object, 'volumeBindingMode', 'Immediate'),
  flagAt(object, 'allowVolumeExpansion'),
  age(object, now),
];

const IS_DEFAULT = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'];

/** The class that claims get in a list of classes: the newest of those that are marked, by name if they are as old. */
export function defaultClass(objects: readonly ApiObject[]): ApiObject | undefined {
  const marked = objects.filter(({ metadata }) => IS_DEFAULT.some((key) => own(metadata.annotations, key) === 'true'));
  const order = (it: ApiObject): string => it.metadata.creationTimestamp ?? '';
  return [...marked].sort((left, right) => {
    if (order(left) !== order(right)) return order(left) > order(right) ? -1 : 1;
    return nameOf(left) < nameOf(right) ? -1 : 1;
  })[0];
}

const driver: Cells = (object, now) => [
  nameOf(object),
  flagAt(object, 'spec.attachRequired', true),
  flagAt(object, 'spec.podInfoOnMount'),
  flagAt(object, 'spec.storageCapacity'),
  isSet(object, 'spec.tokenRequests')
    ? objectsAt(object, 'spec.tokenRequests')
        .map((request) => textAt(request, 'audience'))
        .join(',')
    : '<unset>',
  flagAt(object, 'spec.requiresRepublish'),
  textsAt(object, 'spec.volumeLifecycleModes').join(',') || '<none>',
  age(object, now),
];

const claimState: Cells = (object, now) => {
  const isDeleted = object.metadata.deletionTimestamp !== undefined;
  const isAllocated = isSet(object, 'status.allocation');
  const states = [
    ...(isDeleted ? ['deleted'] : []),
    ...(isAllocated ? ['allocated'] : isDeleted ? [] : ['pending']),
    ...(isAllocated && objectsAt(object, 'status.reservedFor').length > 0 ? ['reserved'] : []),
  ];
  return [nameOf(object), states.join(','), age(object, now)];
};

const taint: Cells = (object, now) => [
  nameOf(object),
  textAt(object, 'spec.taint.key'),
  textAt(object, 'spec.taint.value'),
  textAt(object, 'spec.taint.effect'),
  isSet(object, 'spec.taint.timeAdded') ? since(textAt(object, 'spec.taint.timeAdded'), now) : '',
  age(object, now),
];

const nameAndAge: Cells = (object, now) => [nameOf(object), age(object, now)];

/** By group and plural. */
export const STORAGE: Readonly<Record<string, Cells>> = {
  '/persistentvolumes': volume,
  '/persistentvolumeclaims': claim,
  'storage.k8s.io/storageclasses': storageClass,
  'storage.k8s.io/csidrivers': driver,
  'storage.k8s.io/csinodes': (object, now) => [
    nameOf(object),
    objectsAt(object, 'spec.drivers').length,
    age(object, now),
  ],
  'storage.k8s.io/volumeattachments': (object, now) => [
    nameOf(object),
    textAt(object, 'spec.attacher'),
    textAt(object, 'spec.source.persistentVolumeName'),
    textAt(object, 'spec.nodeName'),
    getPath(object, ['status', 'attached']) === true,
    age(object, now),
  ],
  'storage.k8s.io/volumeattributesclasses': (object, now) => [
    nameOf(object),
    textAt(object, 'driverName'),
    age(object, now),
  ],
  'resource.k8s.io/deviceclasses': nameAndAge,
  'resource.k8s.io/resourceclaimtemplates': nameAndAge,
  'resource.k8s.io/resourceclaims': claimState,
  'resource.k8s.io/devicetaintrules': taint,
  'resource.k8s.io/resourceslices': (object, now) => [
    nameOf(object),
    textAt(object, 'spec.nodeName'),
    textAt(object, 'spec.driver'),
    textAt(object, 'spec.pool.name'),
    age(object, now),
  ],
};
