/** Resources inside of values: they need an API version, a kind and valid metadata. */
import { invalidValue, requiredValue, type Finding } from '../finding.js';
import { isObject, own, type JsonObject, type JsonValue } from '../json/json-value.js';
import { isDns1035Label, labelValueProblems, qualifiedNameProblems, isPathSegment } from '../value/names.js';
import { itemsOf, propertyOf, type SchemaProps, valuesOf } from './schema-props.js';

/** Findings for all resources in a value. */
export function resourceFindings(value: JsonValue, place: string, schema: SchemaProps | undefined): Finding[] {
  if (!schema) return [];
  if (Array.isArray(value))
    return value.flatMap((item, index) => resourceFindings(item, `${place}[${index}]`, itemsOf(schema)));
  if (!isObject(value)) return [];
  const found = schema['x-kubernetes-embedded-resource'] === true ? oneResource(value, place) : [];
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const property = propertyOf(schema, key);
    if (property) found.push(...resourceFindings(member, `${place}.${key}`, property));
    else found.push(...resourceFindings(member, `${place}[${key}]`, valuesOf(schema)));
  }
  return found;
}

/** What is wrong with the type and metadata of one resource. */
export function oneResource(value: JsonObject, place: string): Finding[] {
  const at = (name: string): string => (place === '' ? name : `${place}.${name}`);
  const [apiVersion, kind, metadata] = ['apiVersion', 'kind', 'metadata'].map((name) => own(value, name));
  // A value of a wrong type is the only finding.
  for (const [name, given] of Object.entries({ apiVersion, kind }))
    if (given !== undefined && typeof given !== 'string') return [invalidValue(at(name), given, 'must be a string')];
  const wrongMetadata = metadata === undefined ? undefined : typeProblem(metadata);
  if (wrongMetadata !== undefined) return [invalidValue(at('metadata'), metadata, wrongMetadata)];
  const found: Finding[] = [];
  if (apiVersion === undefined) found.push(requiredValue(at('apiVersion')));
  else if (apiVersion === '') found.push(invalidValue(at('apiVersion'), '', 'must not be empty'));
  else if (String(apiVersion).split('/').length > 2)
    found.push(invalidValue(at('apiVersion'), apiVersion, `unexpected GroupVersion string: ${String(apiVersion)}`));
  if (kind === undefined) found.push(requiredValue(at('kind')));
  else if (kind === '') found.push(invalidValue(at('kind'), '', 'must not be empty'));
  else {
    const problems = isDns1035Label(String(kind).toLowerCase());
    if (problems.length > 0)
      found.push(
        invalidValue(at('kind'), kind, `may have mixed case, but should otherwise match: ${problems.join(',')}`),
      );
  }
  return isObject(metadata) ? [...found, ...metadataProblems(metadata, at('metadata'))] : found;
}

const TEXTS = ['name', 'generateName', 'namespace', 'uid', 'resourceVersion', 'selfLink'];
const MAPS = ['labels', 'annotations'];

/** Why a value cannot be decoded as metadata. */
function typeProblem(metadata: JsonValue): string | undefined {
  if (metadata === null) return undefined;
  if (!isObject(metadata)) return `json: cannot unmarshal ${typeof metadata} into Go value of type v1.ObjectMeta`;
  const isText = (value: JsonValue | undefined): boolean =>
    value === undefined || value === null || typeof value === 'string';
  for (const name of TEXTS)
    if (!isText(own(metadata, name)))
      return `json: cannot unmarshal into Go struct field ObjectMeta.${name} of type string`;
  for (const name of MAPS) {
    const map = own(metadata, name) ?? {};
    if (!isObject(map) || !Object.values(map).every(isText))
      return `json: cannot unmarshal into Go struct field ObjectMeta.${name} of type map[string]string`;
  }
  const finalizers = own(metadata, 'finalizers') ?? [];
  return Array.isArray(finalizers) && finalizers.every(isText)
    ? undefined
    : 'json: cannot unmarshal into Go struct field ObjectMeta.finalizers of type []string';
}

function metadataProblems(metadata: JsonObject, place: string): Finding[] {
  const found: Finding[] = [];
  const { name, generateName, labels, annotations } = metadata;
  if (typeof name === 'string' && name !== '')
    found.push(...isPathSegment(name).map((why) => invalidValue(`${place}.name`, name, why)));
  if (typeof generateName === 'string' && generateName !== '')
    found.push(...isPathSegment(generateName).map((why) => invalidValue(`${place}.generateName`, generateName, why)));
  for (const [key, value] of Object.entries(isObject(labels) ? labels : {})) {
    found.push(...qualifiedNameProblems(key).map((why) => invalidValue(`${place}.labels`, key, why)));
    found.push(...labelValueProblems(String(value)).map((why) => invalidValue(`${place}.labels`, value, why)));
  }
  for (const key of Object.keys(isObject(annotations) ? annotations : {}))
    found.push(
      ...qualifiedNameProblems(key.toLowerCase()).map((why) => invalidValue(`${place}.annotations`, key, why)),
    );
  return found;
}
