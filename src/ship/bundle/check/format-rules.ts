/** Folders, annotations and kinds of a bundle: what registries refuse. */
import { installable } from '../bundle-files.js';
import type { BundleFinding, BundleText } from './bundle-text.js';

const file = 'metadata/annotations.yaml';
const prefix = 'operators.operatorframework.io.bundle.';
/** Annotations that must be there, and the only value of those that have one. */
const needed: readonly (readonly [string, string?])[] = [
  ['mediatype.v1', 'registry+v1'],
  ['manifests.v1', 'manifests/'],
  ['metadata.v1', 'metadata/'],
  ['package.v1'],
  ['channels.v1'],
];

/** Checks the format. */
export function formatRules(bundle: BundleText): BundleFinding[] {
  return [...bundle.broken, ...folders(bundle), ...annotations(bundle), ...kinds(bundle)];
}

function folders({ hasManifests, hasAnnotations, annotations: found }: BundleText): BundleFinding[] {
  const findings: BundleFinding[] = [];
  const again = 'make the bundle again with "kbts bundle generate"';
  if (!hasManifests) findings.push(error('manifests', 'there is no folder manifests with files in it', again));
  if (!hasAnnotations) findings.push(error(file, 'there is no such file', again));
  else if (Object.keys(found).length === 0) findings.push(error(file, 'it has no annotations', again));
  return findings;
}

function annotations({ annotations: found }: BundleText): BundleFinding[] {
  if (Object.keys(found).length === 0) return [];
  const findings: BundleFinding[] = [];
  for (const [key, value] of needed) {
    const given = found[`${prefix}${key}`];
    if (given === undefined || given === '')
      findings.push(
        error(file, `the annotation ${prefix}${key} is missing or empty`, `add ${prefix}${key}: ${value ?? '…'}`),
      );
    else if (value !== undefined && given !== value)
      findings.push(error(file, `${prefix}${key} is ${JSON.stringify(given)}`, `write ${value}`));
  }
  const channels = String(found[`${prefix}channels.v1`] ?? '').split(',');
  const byDefault = found[`${prefix}channel.default.v1`];
  if (byDefault !== undefined && byDefault !== '' && !channels.includes(String(byDefault)))
    findings.push(
      error(
        file,
        `the default channel ${String(byDefault)} is not one of the channels ${channels.join(', ')}`,
        'name one of them',
      ),
    );
  return findings;
}

function kinds({ objects }: BundleText): BundleFinding[] {
  const findings: BundleFinding[] = [];
  const csvs = objects.filter(({ object }) => object.kind === 'ClusterServiceVersion');
  if (csvs.length !== 1 && objects.length > 0)
    findings.push(error('manifests', `there are ${csvs.length} ClusterServiceVersions`, 'a bundle has exactly one'));
  for (const { file: where, object } of objects) {
    const { kind, metadata } = object;
    if (kind === 'ClusterServiceVersion' || kind === 'CustomResourceDefinition') continue;
    if (!installable.has(kind))
      findings.push(
        error(
          where,
          `OLM does not install objects of kind ${kind}`,
          'delete the file; let the operator create the object',
        ),
      );
    if (typeof metadata?.name !== 'string' || metadata.name === '')
      findings.push(error(where, `the ${kind} has no metadata.name`, 'give it a name'));
  }
  return findings;
}

function error(where: string, message: string, fix: string): BundleFinding {
  return { severity: 'error', suite: 'required', file: where, message, fix };
}
