/** What the API server demands of a CustomResourceDefinition. */
import { section, type ApiObject } from '../storage/api-object.js';
import {
  forbiddenValue,
  invalidValue,
  requiredValue,
  unsupportedValue,
  type Finding,
} from '../../kubernetes/finding.js';
import { groupOf, namesOf, versionsOf, type CrdVersion } from './crd-types.js';
import { schemaErrors } from './crd-schema-validation.js';
import { isObject, jsonEqual, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { isDns1035Label } from '../../kubernetes/value/names.js';
import type { SchemaNode } from '../../kubernetes/schema/schema-node.js';

const PROTECTED = /(^|\.)(k8s|kubernetes)\.io$/;
const APPROVAL = 'api-approved.kubernetes.io';
const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** All findings for a CRD. */
export function crdErrors(crd: ApiObject, before: ApiObject | undefined): Finding[] {
  const spec = section(crd, 'spec');
  const versions = versionsOf(crd);
  return [
    ...nameErrors(crd),
    ...scopeErrors(spec),
    ...versionSetErrors(versions, spec),
    ...versions.flatMap((version, index) => versionErrors(version, index, versions)),
    ...conversionErrors(spec['conversion']),
    ...(before === undefined ? [] : immutableErrors(crd, before)),
  ];
}

function nameErrors(crd: ApiObject): Finding[] {
  const group = groupOf(crd);
  const names = namesOf(crd);
  const errors: Finding[] = [];
  if (crd.metadata.name !== `${names.plural}.${group}`) {
    errors.push(invalidValue('metadata.name', crd.metadata.name, 'must be spec.names.plural+"."+spec.group'));
  }
  if (PROTECTED.test(group) && (crd.metadata.annotations?.[APPROVAL] ?? '') === '') {
    const why = `protected groups must have approval annotation "${APPROVAL}", see https://github.com/kubernetes/enhancements/pull/1111`;
    errors.push(requiredValue(`metadata.annotations[${APPROVAL}]`, why));
  }
  if (group === '') errors.push(requiredValue('spec.group'));
  else if (!group.includes('.'))
    errors.push(invalidValue('spec.group', group, 'should be a domain with at least one dot'));
  const plain: [string, string | undefined][] = [
    ['plural', names.plural],
    ['singular', names.singular],
    ...(names.shortNames ?? []).map((name, index): [string, string] => [`shortNames[${index}]`, name]),
  ];
  for (const [field, name] of plain) {
    if (name === undefined || name === '') errors.push(requiredValue(`spec.names.${field}`));
    else errors.push(...isDns1035Label(name).map((why) => invalidValue(`spec.names.${field}`, name, why)));
  }
  for (const field of ['kind', 'listKind'] as const) {
    const name = names[field] ?? '';
    if (name === '') errors.push(requiredValue(`spec.names.${field}`));
    const problems = name === '' ? [] : isDns1035Label(name.toLowerCase());
    errors.push(
      ...problems.map((why) =>
        invalidValue(`spec.names.${field}`, name, `may have mixed case, but should otherwise match: ${why}`),
      ),
    );
  }
  return errors;
}

function scopeErrors({ scope, preserveUnknownFields }: JsonObject): Finding[] {
  const errors: Finding[] = [];
  if (scope === undefined || scope === '') errors.push(requiredValue('spec.scope'));
  else if (scope !== 'Cluster' && scope !== 'Namespaced') {
    errors.push(unsupportedValue('spec.scope', scope, ['Cluster', 'Namespaced']));
  }
  if (preserveUnknownFields === true) {
    const why =
      'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
    errors.push(invalidValue('spec.preserveUnknownFields', true, why));
  }
  return errors;
}

function versionSetErrors(versions: readonly CrdVersion[], spec: JsonObject): Finding[] {
  const errors: Finding[] = [];
  const names = versions.map((version) => version.name);
  const stored = versions.filter((version) => version.storage);
  const shown = goVersions(versions);
  if (new Set(names).size !== names.length)
    errors.push(invalidValue('spec.versions', shown, 'must contain unique version names'));
  if (stored.length !== 1) {
    errors.push(invalidValue('spec.versions', shown, 'must have exactly one version marked as storage version'));
    if (stored.length === 0) {
      errors.push(invalidValue('status.storedVersions', null, 'must have at least one stored version'));
    } else {
      const first = stored[0]?.name ?? '';
      errors.push(
        invalidValue('status.storedVersions', [first], `must have the storage version ${stored.at(-1)?.name ?? ''}`),
      );
    }
  }
  void spec;
  return errors;
}

/** The versions as Go prints them. */
function goVersions(versions: readonly CrdVersion[]): JsonValue {
  return versions.map(({ name, served, storage, deprecated = false }) => ({
    Name: name,
    Served: served,
    Storage: storage,
    Deprecated: deprecated,
    DeprecationWarning: null,
    Schema: null,
    Subresources: null,
    AdditionalPrinterColumns: null,
    SelectableFields: null,
  }));
}

function versionErrors(version: CrdVersion, index: number, all: readonly CrdVersion[]): Finding[] {
  // What all versions share is reported once, at its old place in the spec.
  const isShared = (key: keyof CrdVersion): boolean =>
    all.every((other) => jsonEqual(other[key] as JsonValue, version[key] as JsonValue));
  const place = (key: keyof CrdVersion, shared: string): string | undefined => {
    if (!isShared(key)) return `spec.versions[${index}].${key}`;
    return index === 0 ? shared : undefined;
  };
  const errors: Finding[] = [];
  const schema = version.schema?.openAPIV3Schema;
  const schemaPlace = place('schema', 'spec.validation');
  if (schema === undefined) errors.push(requiredValue(`spec.versions[${index}].schema.openAPIV3Schema`));
  else if (schemaPlace !== undefined) errors.push(...schemaErrors(schema, `${schemaPlace}.openAPIV3Schema`));
  const columnPlace = place('additionalPrinterColumns', 'spec.additionalPrinterColumns');
  if (columnPlace !== undefined) errors.push(...columnErrors(version.additionalPrinterColumns ?? [], columnPlace));
  const subresourcePlace = place('subresources', 'spec.subresources');
  if (subresourcePlace !== undefined) errors.push(...scaleErrors(version, subresourcePlace));
  const fieldPlace = place('selectableFields', 'spec.selectableFields');
  if (fieldPlace !== undefined) errors.push(...selectableErrors(version, schema, fieldPlace));
  if (schema !== undefined && schema['type'] !== 'object' && version.subresources?.status !== undefined) {
    const why = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    errors.push(invalidValue(`${schemaPlace ?? 'spec.validation'}.openAPIV3Schema.type`, schema['type'], why));
  }
  return errors;
}

function columnErrors(columns: readonly JsonObject[], place: string): Finding[] {
  const types = `must be one of ${COLUMN_TYPES.join(',')}`;
  return columns.flatMap(({ name, type, format, jsonPath }, index) => {
    const errors: Finding[] = [];
    if (name === undefined || name === '') errors.push(requiredValue(`${place}[${index}].name`));
    if (type === undefined || type === '') errors.push(requiredValue(`${place}[${index}].type`, types));
    else if (!COLUMN_TYPES.includes(String(type))) errors.push(invalidValue(`${place}[${index}].type`, type, types));
    if (format !== undefined && format !== '' && !COLUMN_FORMATS.includes(String(format))) {
      const formats = `must be one of ${COLUMN_FORMATS.join(',')}`;
      errors.push(invalidValue(`${place}[${index}].format`, format, formats));
    }
    const path = typeof jsonPath === 'string' ? jsonPath : '';
    if (path === '') errors.push(requiredValue(`${place}[${index}].JSONPath`));
    // A path that cannot be read is taken: its column and those behind it are not shown.
    else if (!path.startsWith('.')) {
      errors.push(invalidValue(`${place}[${index}].JSONPath`, path, 'must be a simple json path starting with .'));
    }
    return errors;
  });
}

function scaleErrors({ subresources }: CrdVersion, place: string): Finding[] {
  const scale = subresources?.scale;
  if (scale === undefined) return [];
  const rules = [
    ['specReplicasPath', '.spec', scale.specReplicasPath],
    ['statusReplicasPath', '.status', scale.statusReplicasPath],
  ] as const;
  return rules.flatMap(([field, root, path]) => {
    if ((path ?? '') === '') return [requiredValue(`${place}.scale.${field}`)];
    if (path.startsWith(`${root}.`)) return [];
    return [invalidValue(`${place}.scale.${field}`, path, `should be a json path under ${root}`)];
  });
}

function selectableErrors(version: CrdVersion, schema: SchemaNode | undefined, place: string): Finding[] {
  if (schema === undefined && version.selectableFields !== undefined) {
    return [invalidValue(place, '', 'may only be set when validations.schema is included')];
  }
  return (version.selectableFields ?? []).flatMap(({ jsonPath }, index) => {
    const field = `${place}[${index}].jsonPath`;
    let node: SchemaNode | undefined = schema;
    for (const key of jsonPath.replace(/^\./, '').split('.')) node = node?.properties?.[key];
    if (node === undefined)
      return [invalidValue(field, jsonPath, 'is an invalid path: does not refer to a valid field')];
    if (['string', 'integer', 'boolean'].includes(node.type ?? '')) return [];
    const why =
      'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
    return [invalidValue(field, jsonPath, why)];
  });
}

function conversionErrors(conversion: JsonValue | undefined): Finding[] {
  if (!isObject(conversion)) return [];
  const { strategy, webhook } = conversion;
  if (strategy === 'None') return [];
  if (strategy !== 'Webhook') return [unsupportedValue('spec.conversion.strategy', strategy, ['None', 'Webhook'])];
  const config = isObject(webhook) && isObject(webhook['clientConfig']) ? webhook['clientConfig'] : undefined;
  const errors: Finding[] = [];
  if (config === undefined)
    errors.push(requiredValue('spec.conversion.webhookClientConfig', 'required when strategy is set to Webhook'));
  const url = config?.['url'];
  if (typeof url === 'string' && !url.startsWith('https:')) {
    const why = "'https' is the only allowed URL scheme; desired format: https://host[/path]";
    errors.push(invalidValue('spec.conversion.webhookClientConfig.url', url.split(':')[0], why));
  }
  const reviews = isObject(webhook) ? webhook['conversionReviewVersions'] : undefined;
  if (!Array.isArray(reviews) || reviews.length === 0)
    errors.push(requiredValue('spec.conversion.conversionReviewVersions'));
  return errors;
}

function immutableErrors(crd: ApiObject, before: ApiObject): Finding[] {
  const errors: Finding[] = [];
  for (const [field, now, then] of [
    ['spec.group', groupOf(crd), groupOf(before)],
    ['spec.names.plural', namesOf(crd).plural, namesOf(before).plural],
    ['spec.scope', section(crd, 'spec')['scope'], section(before, 'spec')['scope']],
    ['spec.names.kind', namesOf(crd).kind, namesOf(before).kind],
  ] as const) {
    if (now !== then) errors.push(invalidValue(field, now, 'field is immutable'));
  }
  void forbiddenValue;
  return errors;
}
