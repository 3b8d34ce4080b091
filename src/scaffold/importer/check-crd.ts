/** Whether what somebody calls a CRD is one: every name and every part that is read later has the form that it must have. */
import { UserError } from '../../errors.js';
import { importedKindRule } from '../../project/imported-kind.js';
import { apiVersionRule, dns1035LabelRule, dns1123SubdomainRule, type NameRule } from '../../project/names.js';
import { checkSchema } from './check-schema.js';
import type { Crd } from './crd.js';
import {
  CrdProblem,
  each,
  isBoolean,
  isMap,
  isString,
  isTextMap,
  isTexts,
  isWholeNumber,
  type JsonMap,
  mapAt,
  optional,
  textAt,
} from './crd-parts.js';
import { inMessage } from './source-text.js';

/** The value as a CRD; throws a user error with the place of the first thing that is wrong. */
export function checkCrd(value: unknown, source: string): Crd {
  try {
    if (!isMap(value)) throw new CrdProblem('', 'must be an object');
    checkSpec(mapAt(value, 'spec', ''));
    checkMetadata(value);
    // Every part that is read has been looked at above.
    return value as unknown as Crd;
  } catch (error) {
    if (!(error instanceof CrdProblem)) throw error;
    throw new UserError(
      'crd-invalid',
      `${inMessage(source)} has a CRD that is not valid: ${inMessage(error.place)} ${error.problem}`,
      { fix: 'correct the file; a kube-apiserver would refuse it as well', cause: error },
    );
  }
}

function checkMetadata(crd: JsonMap): void {
  const metadata = mapAt(crd, 'metadata', '');
  const spec = mapAt(crd, 'spec', '');
  const expected = `${textAt(mapAt(spec, 'names', 'spec'), 'plural', 'spec.names')}.${textAt(spec, 'group', 'spec')}`;
  if (textAt(metadata, 'name', 'metadata') !== expected)
    throw new CrdProblem('metadata.name', `must be "${inMessage(expected)}", from spec.names.plural and spec.group`);
  for (const key of ['annotations', 'labels'] as const)
    optional(metadata, key, 'metadata', isTextMap, 'a map of strings');
}

function checkSpec(spec: JsonMap): void {
  name(textAt(spec, 'group', 'spec'), 'spec.group', dns1123SubdomainRule);
  if (spec['scope'] !== 'Namespaced' && spec['scope'] !== 'Cluster')
    throw new CrdProblem('spec.scope', 'must be "Namespaced" or "Cluster"');
  checkNames(mapAt(spec, 'names', 'spec'));
  const { versions } = spec;
  if (!Array.isArray(versions) || versions.length === 0) throw new CrdProblem('spec.versions', 'must be a list');
  each(versions, 'spec.versions', checkVersion);
  const names = versions.map((version: unknown) => (isMap(version) ? version['name'] : undefined));
  if (new Set(names).size < names.length) throw new CrdProblem('spec.versions', 'must not have a name twice');
  if (spec['conversion'] !== undefined) checkConversion(mapAt(spec, 'conversion', 'spec'));
}

function checkNames(names: JsonMap): void {
  const place = 'spec.names';
  name(textAt(names, 'kind', place), `${place}.kind`, importedKindRule);
  name(textAt(names, 'plural', place), `${place}.plural`, dns1035LabelRule);
  optional(names, 'singular', place, isString, 'a string');
  optional(names, 'listKind', place, isString, 'a string');
  if (isString(names['singular']) && names['singular'] !== '')
    name(names['singular'], `${place}.singular`, dns1035LabelRule);
  if (isString(names['listKind']) && names['listKind'] !== '')
    name(names['listKind'], `${place}.listKind`, importedKindRule);
  for (const key of ['shortNames', 'categories'] as const) {
    optional(names, key, place, isTexts, 'a list of strings');
    for (const one of isTexts(names[key]) ? names[key] : []) name(one, `${place}.${key}`, dns1035LabelRule);
  }
}

function checkVersion(version: JsonMap, place: string): void {
  name(textAt(version, 'name', place), `${place}.name`, apiVersionRule);
  for (const key of ['served', 'storage'])
    if (!isBoolean(version[key])) throw new CrdProblem(`${place}.${key}`, 'must be true or false');
  optional(version, 'deprecated', place, isBoolean, 'true or false');
  optional(version, 'deprecationWarning', place, isString, 'a string');
  optional(version, 'schema', place, isMap, 'an object');
  const schema = isMap(version['schema']) ? version['schema']['openAPIV3Schema'] : undefined;
  if (schema !== undefined) checkSchema(schema, `${place}.schema.openAPIV3Schema`);
  optional(version, 'subresources', place, isMap, 'an object');
  if (isMap(version['subresources'])) checkSubresources(version['subresources'], `${place}.subresources`);
  each(version['additionalPrinterColumns'], `${place}.additionalPrinterColumns`, (column, at) => {
    for (const key of ['name', 'type', 'jsonPath']) textAt(column, key, at);
    for (const key of ['description', 'format']) optional(column, key, at, isString, 'a string');
    optional(column, 'priority', at, isWholeNumber, 'a whole number');
  });
  each(version['selectableFields'], `${place}.selectableFields`, (field, at) => void textAt(field, 'jsonPath', at));
}

function checkSubresources(subresources: JsonMap, place: string): void {
  optional(subresources, 'status', place, isMap, 'an object');
  if (subresources['scale'] === undefined) return;
  const scale = mapAt(subresources, 'scale', place);
  for (const key of ['specReplicasPath', 'statusReplicasPath']) textAt(scale, key, `${place}.scale`);
  optional(scale, 'labelSelectorPath', `${place}.scale`, isString, 'a string');
}

function checkConversion(conversion: JsonMap): void {
  const place = 'spec.conversion';
  textAt(conversion, 'strategy', place);
  if (conversion['webhook'] === undefined) return;
  const webhook = mapAt(conversion, 'webhook', place);
  if (!isTexts(webhook['conversionReviewVersions']))
    throw new CrdProblem(`${place}.webhook.conversionReviewVersions`, 'must be a list of strings');
  optional(webhook, 'clientConfig', `${place}.webhook`, isMap, 'an object');
  const config = isMap(webhook['clientConfig']) ? webhook['clientConfig'] : {};
  if (config['service'] === undefined) return;
  const at = `${place}.webhook.clientConfig.service`;
  const service = mapAt(config, 'service', `${place}.webhook.clientConfig`);
  name(textAt(service, 'name', at), `${at}.name`, dns1123SubdomainRule);
  name(textAt(service, 'namespace', at), `${at}.namespace`, dns1123SubdomainRule);
  optional(service, 'path', at, isString, 'a string');
  optional(service, 'port', at, isWholeNumber, 'a whole number');
}

function name(value: string, place: string, rule: NameRule): void {
  const wrong = rule(value);
  if (wrong !== undefined) throw new CrdProblem(place, `is "${inMessage(value)}": ${inMessage(wrong)}`);
}
