/** Volume sources that are mostly a list of fields which must be there. */
import { isDnsLabel, isSubdomain } from '../../../kubernetes/value/names.js';
import type { Field, Rule } from '../../../kubernetes/field.js';
import { hasNoBacksteps, isDescendingPath } from '../text-rules.js';

type Sources = readonly (readonly [string, Rule])[];

const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];
const PARTITION = 'must be between 0 and 255, inclusive';

const needs =
  (...keys: readonly string[]): Rule =>
  (field) => {
    for (const key of keys) {
      const part = field.at(key);
      if (Array.isArray(part.value) ? part.size === 0 : part.text === '') part.required();
    }
  };

const both =
  (...rules: readonly Rule[]): Rule =>
  (field) => {
    for (const rule of rules) rule(field);
  };

const partition: Rule = (field) => {
  const { number } = field.at('partition');
  if (number < 0 || number > 255) field.at('partition').invalid(PARTITION, number);
};

/** A directory or file of the node. */
export function hostPath(field: Field): void {
  const path = field.at('path');
  if (path.text === '') return void path.required();
  path.matches(hasNoBacksteps);
  field.at('type').mayBeOneOf(HOST_PATH_TYPES);
}

/** A reference to an object of the same namespace, with a name if it is there. */
const localObject =
  (key: string): Rule =>
  (field) => {
    if (field.at(key).isSet) field.at(key).at('name').needs();
  };

/** The name of a CSI driver. */
export function csiDriver(field: Field): void {
  if (field.text === '') return void field.required();
  if (field.text.length > 63) field.tooLong(63);
  for (const why of isSubdomain(field.text.toLowerCase())) field.invalid(why);
}

const INITIATOR: Readonly<Record<string, RegExp>> = {
  iqn: /^iqn\.\d{4}-\d{2}\.([A-Za-z0-9-.]+)(:[A-Za-z0-9-.:]+)?$/,
  eui: /^eui.[0-9A-Fa-f]{16}$/,
  naa: /^naa.[0-9A-Fa-f]{32}$/,
};

function iqnName(field: Field): void {
  const pattern = INITIATOR[field.text.slice(0, 3)];
  if (pattern === undefined) field.invalid('must be valid format starting with iqn, eui, or naa', field.text);
  else if (!pattern.test(field.text)) field.invalid('must be valid format', field.text);
}

const iscsi: Rule = (field) => {
  field.at('targetPortal').needs();
  if (field.at('iqn').text === '') field.at('iqn').required();
  else iqnName(field.at('iqn'));
  field.at('lun').inRange(0, 255);
  const needsSecret = field.at('chapAuthDiscovery').isTrue || field.at('chapAuthSession').isTrue;
  if (needsSecret && !field.at('secretRef').isSet) field.at('secretRef').required();
  const initiator = field.at('initiatorName');
  if (initiator.isSet) iqnName(initiator.named(`${field.path}.initiatorname`));
};

const fibreChannel: Rule = (field) => {
  const [targets, ids, lun] = [field.at('targetWWNs'), field.at('wwids'), field.at('lun')];
  if (targets.size === 0 && ids.size === 0) {
    targets.required('must specify either targetWWNs or wwids, but not both');
  }
  if (targets.size > 0 && ids.size > 0) {
    targets.invalid('targetWWNs and wwids can not be specified simultaneously');
  }
  if (targets.size === 0) return;
  if (!lun.isSet) lun.required('lun is required if targetWWNs is specified');
  else lun.inRange(0, 255);
};

const quobyte: Rule = (field) => {
  const registry = field.at('registry');
  const why = 'must be a host:port pair or multiple pairs separated by commas';
  if (registry.text === '') registry.required(why);
  else if (field.at('tenant').text.length >= 65) {
    field.at('tenant').required('must be a UUID and may not exceed a length of 64 characters');
  } else if (registry.text.split(',').some((pair) => !/^(\[[^\]]*\]|[^:[\]]*):[^:]*$/.test(pair)))
    registry.invalid(why);
  field.at('volume').needs();
};

const flocker: Rule = (field) => {
  const [name, id] = [field.at('datasetName'), field.at('datasetUUID')];
  if (name.text === '' && id.text === '') field.required('one of datasetName and datasetUUID is required');
  if (name.text !== '' && id.text !== '') {
    field.invalid('datasetName and datasetUUID can not be specified simultaneously', 'resource');
  }
  if (name.text.includes('/')) name.invalid("must not contain '/'");
};

const flex: Rule = (field) => {
  field.at('driver').needs();
  for (const key of field.at('options').keys) {
    const name = `.${(key.split('/')[0] ?? '').toLowerCase()}`;
    if (!name.endsWith('.kubernetes.io') && !name.endsWith('.k8s.io')) continue;
    field.at('options').key(key).invalid('kubernetes.io and k8s.io namespaces are reserved', key);
  }
};

const azureDisk: Rule = (field) => {
  needs('diskName', 'diskURI')(field);
  field.at('cachingMode').mayBeOneOf(['None', 'ReadOnly', 'ReadWrite']);
  const kind = field.at('kind').mayBeOneOf(['Dedicated', 'Managed', 'Shared']);
  const uri = field.at('diskURI');
  if (!kind.isSet) return;
  if (kind.text === 'Managed' && !uri.text.startsWith('/subscriptions/')) {
    const form = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
    uri.unsupported([form]);
  }
  if (kind.text !== 'Managed' && !uri.text.startsWith('https://')) {
    uri.unsupported(['https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd']);
  }
};

const storageOs: Rule = (field) => {
  field.at('volumeName').needs(isDnsLabel);
  field.at('volumeNamespace').may(isDnsLabel);
  localObject('secretRef')(field);
};

const gitRepo: Rule = (field) => {
  field.at('repository').needs();
  field.at('directory').matches(isDescendingPath);
};

/** Rules by name; a PersistentVolume has most of them, too. */
export const SOURCE_RULES = {
  gitRepo,
  gcePersistentDisk: both(needs('pdName'), partition),
  awsElasticBlockStore: both(needs('volumeID'), partition),
  iscsi,
  glusterfs: needs('endpoints', 'path'),
  flocker,
  rbd: needs('monitors', 'image'),
  cinder: both(needs('volumeID'), localObject('secretRef')),
  cephfs: needs('monitors'),
  quobyte,
  fc: fibreChannel,
  flexVolume: flex,
  azureFile: needs('secretName', 'shareName'),
  vsphereVolume: needs('volumePath'),
  photonPersistentDisk: needs('pdID'),
  portworxVolume: needs('volumeID'),
  azureDisk,
  storageos: storageOs,
  scaleIO: needs('gateway', 'system', 'volumeName'),
} satisfies Record<string, Rule>;

const pick = (...names: (keyof typeof SOURCE_RULES)[]): Sources => names.map((name) => [name, SOURCE_RULES[name]]);

/** The same rules in the places that they have between the sources of a pod. */
export const INLINE_SOURCES = {
  before: pick('gitRepo', 'gcePersistentDisk', 'awsElasticBlockStore'),
  middle: pick('iscsi', 'glusterfs', 'flocker'),
  network: pick('rbd', 'cinder', 'cephfs', 'quobyte'),
  after: pick('fc', 'flexVolume'),
  cloud: pick('azureFile', 'vsphereVolume', 'photonPersistentDisk', 'portworxVolume', 'azureDisk', 'storageos'),
  scale: pick('scaleIO'),
};
