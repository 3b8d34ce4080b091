/** Projected volumes, and the files in them and in similar volumes. */
import { signerName } from '../access/signing-request.js';
import type { Field } from '../../../kubernetes/field.js';
import { FILE_PATHS, fieldReference, resourceReference } from '../pod/environment.js';
import { labelSelector } from '../../../kubernetes/selector/selector-rules.js';
import { isLocalPath } from '../text-rules.js';

const MODE = 'must be a number between 0 and 0777 (octal), both inclusive';
const KEY_TYPES = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519'];

/** Permission bits of a file. */
export function fileMode(field: Field): void {
  if (field.isSet && (field.number > 0o777 || field.number < 0)) field.invalid(MODE);
}

/** One key of a Secret or ConfigMap as a file. */
export function keyToPath(field: Field): void {
  field.at('key').needs();
  const path = field.at('path');
  if (path.text === '') path.required();
  path.matches(isLocalPath);
  fileMode(field.at('mode'));
}

/** One field of the pod as a file; findings name the volume, not the file. */
export function downwardFile(field: Field): void {
  const path = field.at('path');
  if (path.text === '') path.required();
  path.matches(isLocalPath);
  const [reference, resource] = [field.at('fieldRef'), field.at('resourceFieldRef')];
  if (reference.isSet) {
    fieldReference(reference, FILE_PATHS);
    if (resource.isSet) field.invalid('fieldRef and resourceFieldRef can not be specified simultaneously', 'resource');
  } else if (resource.isSet) resourceReference(resource, true);
  else field.required('one of fieldRef and resourceFieldRef is required');
  fileMode(field.at('mode'));
}

/** A `projected` volume. */
export function projected(field: Field): void {
  fileMode(field.at('defaultMode'));
  const paths = new Set<string>();
  const addPath = (path: string, shown: string): void => {
    if (path === '') return;
    if (paths.has(path)) field.invalid('conflicting duplicate paths', shown);
    paths.add(path);
  };
  for (const source of field.at('sources').items) {
    const used = PARTS.filter(([key]) => source.at(key).isSet);
    for (const [key, rule] of used) rule(source.at(key), addPath, field);
    if (used.length > 1) source.forbidden('may not specify more than 1 volume type per source');
  }
}

type AddPath = (path: string, shown: string) => void;

const PARTS: readonly (readonly [string, (field: Field, addPath: AddPath, volume: Field) => void])[] = [
  ['secret', keyedFiles],
  ['configMap', keyedFiles],
  ['downwardAPI', downwardFiles],
  ['serviceAccountToken', token],
  ['clusterTrustBundle', trustBundle],
  ['podCertificate', podCertificate],
];

function keyedFiles(field: Field, addPath: AddPath): void {
  field.at('name').needs();
  for (const item of field.at('items').items) {
    keyToPath(item);
    addPath(item.at('path').text, field.at('name').text);
  }
}

function downwardFiles(field: Field, addPath: AddPath): void {
  for (const item of field.at('items').items) {
    downwardFile(item.named(field.path));
    addPath(item.at('path').text, item.at('path').text);
  }
}

function token(field: Field, _addPath: AddPath, volume: Field): void {
  const seconds = field.at('expirationSeconds');
  if (!seconds.isSet) seconds.required();
  else {
    if (seconds.number < 600) seconds.invalid('may not specify a duration less than 10 minutes');
    if (seconds.number > 2 ** 32) seconds.invalid('may not specify a duration larger than 2^32 seconds');
  }
  const path = field.at('path').named(`${volume.path}.path`);
  path.needs(isLocalPath);
}

function trustBundle(field: Field, addPath: AddPath): void {
  const [name, signer] = [field.at('name'), field.at('signerName')];
  if (name.isSet && signer.isSet) field.invalid('only one of name and signerName may be used');
  else if (name.isSet) {
    if (name.text === '') name.required('must be a valid object name');
    if (field.at('labelSelector').isSet) {
      field.at('labelSelector').invalid('labelSelector must be unset if name is specified');
    }
  } else if (signer.isSet) {
    if (signer.text === '') signer.required('must be a valid signer name');
    signerName(signer);
    labelSelector(field.at('labelSelector'));
  } else field.required('either name or signerName must be specified');
  field.at('path').needs(isLocalPath);
  addPath(field.at('path').text, field.at('path').text);
}

function podCertificate(field: Field, addPath: AddPath): void {
  signerName(field.at('signerName'));
  field.at('keyType').oneOf(KEY_TYPES);
  const seconds = field.at('maxExpirationSeconds');
  if (seconds.isSet && seconds.number < 3600) seconds.invalid('if provided, maxExpirationSeconds must be >= 3600');
  const paths = ['credentialBundlePath', 'keyPath', 'certificateChainPath'].map((key) => field.at(key));
  for (const path of paths) {
    path.may(isLocalPath);
    addPath(path.text, path.text);
  }
  if (paths.every((path) => path.text === '')) {
    field.required('specify at least one of credentialBundlePath, keyPath, and certificateChainPath');
  }
}
