/** Volume mounts and devices of a container. */
import type { Field } from '../../../kubernetes/field.js';
import { hasNoBacksteps, isDescendingPath } from '../text-rules.js';

/** `volumeMounts` of a container. */
export function volumeMounts(container: Field, volumes: ReadonlyMap<string, Field>): void {
  const field = container.at('volumeMounts');
  const devices = container.at('volumeDevices').items;
  const paths = new Set<string>();
  for (const item of field.items) {
    const name = item.at('name');
    const path = item.at('mountPath');
    if (name.text === '') name.required();
    if (!volumes.has(name.text)) name.notFound();
    if (path.text === '') path.required();
    if (paths.has(path.text)) path.invalid('must be unique', path.text);
    paths.add(path.text);
    if (devices.some((device) => device.at('name').text === name.text)) {
      name.invalid('must not already exist in volumeDevices', name.text);
    }
    if (devices.some((device) => device.at('devicePath').text === path.text)) {
      path.invalid('must not already exist as a path in volumeDevices', path.text);
    }
    subPaths(field, item);
    propagation(field, item, container);
    recursiveReadOnly(field, item);
  }
}

function subPaths(field: Field, item: Field): void {
  const [path, expression] = [item.at('subPath'), item.at('subPathExpr')];
  path.named(`${field.path}.subPath`).may(isDescendingPath);
  if (expression.text === '') return;
  if (path.text !== '') expression.invalid('subPathExpr and subPath are mutually exclusive');
  expression.named(`${field.path}.subPathExpr`).matches(isDescendingPath);
}

function propagation(field: Field, item: Field, container: Field): void {
  const mode = item.at('mountPropagation').named(`${field.path}.mountPropagation`);
  mode.mayBeOneOf(['Bidirectional', 'HostToContainer', 'None']);
  if (mode.text === 'Bidirectional' && !container.at('securityContext').at('privileged').isTrue) {
    mode.forbidden('Bidirectional mount propagation is available only to privileged containers');
  }
}

function recursiveReadOnly(field: Field, item: Field): void {
  const mode = item.at('recursiveReadOnly').named(`${field.path}.recursiveReadOnly`);
  if (!mode.isSet || mode.text === 'Disabled') return;
  if (!['Enabled', 'IfPossible'].includes(mode.text)) {
    mode.unsupported(['Disabled', 'Enabled', 'IfPossible']);
    return;
  }
  if (!item.at('readOnly').isTrue) mode.forbidden('may only be specified when readOnly is true');
  const spread = item.at('mountPropagation');
  if (spread.isSet && spread.text !== 'None') {
    mode.forbidden('may only be specified when mountPropagation is None or not specified');
  }
}

/** `volumeDevices` of a container. */
export function volumeDevices(container: Field, volumes: ReadonlyMap<string, Field>): void {
  const mounts = container.at('volumeMounts').items;
  const [names, paths] = [new Set<string>(), new Set<string>()];
  for (const item of container.at('volumeDevices').items) {
    const [name, path] = [item.at('name'), item.at('devicePath')];
    const volume = volumes.get(name.text);
    if (name.text === '') name.required();
    if (names.has(name.text)) name.invalid('must be unique', name.text);
    if (volume === undefined) name.notFound();
    else if (!volume.at('persistentVolumeClaim').isSet && !volume.at('ephemeral').isSet) {
      const why = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
      name.invalid(why, name.text);
    }
    if (path.text === '') path.required();
    if (paths.has(path.text)) path.invalid('must be unique', path.text);
    if (hasNoBacksteps(path.text).length > 0) path.invalid("can not contain backsteps ('..')");
    else paths.add(path.text);
    if (mounts.some((mount) => mount.at('name').text === name.text)) {
      name.invalid('must not already exist in volumeMounts', name.text);
    }
    if (mounts.some((mount) => mount.at('mountPath').text === path.text)) {
      path.invalid('must not already exist as a path in volumeMounts', path.text);
    }
    if (name.text !== '') names.add(name.text);
  }
}
