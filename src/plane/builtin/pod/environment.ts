/** Environment variables of containers and where their values come from. */
import { isDnsLabel, isSubdomain, qualifiedNameProblems } from '../../../kubernetes/value/names.js';
import type { Field } from '../../../kubernetes/field.js';
import { quantityOf } from '../resource-names.js';
import { hasNoBacksteps, isConfigKey, isEnvName } from '../text-rules.js';

const ENV_PATHS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];
/** Field paths that a file of a downward API volume can show. */
export const FILE_PATHS = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];
const KNOWN_PATHS = new Set([
  ...ENV_PATHS,
  ...FILE_PATHS,
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
  'spec.host',
]);
const RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];
const BYTE_DIVISORS = new Set([
  '1',
  ...['k', 'M', 'G', 'T', 'P', 'E', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map((unit) => `1${unit}`),
]);

/** `env` of a container. */
export function environment(field: Field): void {
  for (const variable of field.items) {
    variable.at('name').needs(isEnvName);
    const from = variable.at('valueFrom');
    if (from.isSet) valueFrom(from, variable.at('value').text !== '');
  }
}

function valueFrom(field: Field, hasValue: boolean): void {
  const sources: [string, (source: Field) => void][] = [
    ['fieldRef', (source) => fieldReference(source, ENV_PATHS)],
    ['resourceFieldRef', (source) => resourceReference(source, false)],
    ['configMapKeyRef', keyReference],
    ['secretKeyRef', keyReference],
    ['fileKeyRef', fileReference],
  ];
  const used = sources.filter(([name]) => field.at(name).isSet);
  for (const [name, rule] of used) rule(field.at(name));
  if (used.length === 0) {
    field.invalid(
      'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`',
      '',
    );
  } else if (hasValue) field.invalid('may not be specified when `value` is not empty', '');
  else if (used.length > 1) field.invalid('may not have more than one field specified at a time', '');
}

function keyReference(field: Field): void {
  field.at('name').matches(isSubdomain);
  field.at('key').needs(isConfigKey);
}

function fileReference(field: Field): void {
  field.at('key').needs(isEnvName);
  field.at('volumeName').needs(isDnsLabel);
  field.at('path').needs(hasNoBacksteps);
}

/** A path into the pod, as environment variables and files use it. */
export function fieldReference(field: Field, allowed: readonly string[]): void {
  const version = field.at('apiVersion');
  const path = field.at('fieldPath');
  if (version.text === '') return void version.required();
  if (path.text === '') return void path.required();
  if (version.text !== 'v1') {
    return void path.invalid(`error converting fieldPath: unsupported pod version: ${version.text}`);
  }
  const [, name, key] = /^(?=.*'\]$)(.*)\['(.*)'\]$/s.exec(path.text) ?? [];
  if (name !== undefined && key !== undefined) {
    if (name === 'metadata.annotations') field.with(key.toLowerCase()).matches(qualifiedNameProblems);
    else if (name === 'metadata.labels') field.with(key).matches(qualifiedNameProblems);
    else path.invalid(`error converting fieldPath: field label does not support subscript: ${path.text}`);
    return;
  }
  if (!KNOWN_PATHS.has(path.text)) {
    path.invalid(`error converting fieldPath: field label not supported: ${path.text}`);
  } else if (!allowed.includes(path.text)) path.unsupported(allowed);
}

/** A resource of a container, as environment variables and files use it. */
export function resourceReference(field: Field, isVolume: boolean): void {
  const resource = field.at('resource');
  if (isVolume && field.at('containerName').text === '') field.at('containerName').required();
  else if (resource.text === '') resource.required();
  else if (!RESOURCES.includes(resource.text) && !isHugePages(resource.text)) resource.unsupported(RESOURCES);
  divisor(field.at('divisor'), resource.text);
}

const isHugePages = (name: string): boolean => /^(requests|limits)\.hugepages-/.test(name);

function divisor(field: Field, name: string): void {
  const text = quantityOf(field)?.toString() ?? '0';
  if (text === '0') return;
  if (/^(limits|requests)\.cpu$/.test(name)) {
    if (text !== '1' && text !== '1m') {
      field.invalid("only divisor's values 1m and 1 are supported with the cpu resource", name);
    }
    return;
  }
  const what = name.endsWith('.memory')
    ? 'memory'
    : name.endsWith('.ephemeral-storage')
      ? 'local ephemeral storage'
      : isHugePages(name)
        ? 'hugepages'
        : undefined;
  if (what === undefined || BYTE_DIVISORS.has(text)) return;
  const list = '1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei';
  field.invalid(`only divisor's values ${list} are supported with the ${what} resource`, name);
}

/** Checked as a prefix of names: a dash at the end is allowed, and takes the character before it out of the check. */
const isSourceName = (name: string) =>
  isSubdomain(name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name);

/** `envFrom` of a container. */
export function environmentSources(field: Field): void {
  for (const item of field.items) {
    item.at('prefix').may(isEnvName);
    const used = ['configMapRef', 'secretRef'].map((name) => item.at(name)).filter((source) => source.isSet);
    for (const source of used) source.at('name').needs(isSourceName);
    if (used.length === 0) field.invalid('must specify one of: `configMapRef` or `secretRef`', '');
    else if (used.length > 1) field.invalid('may not have more than one field specified at a time', '');
  }
}
