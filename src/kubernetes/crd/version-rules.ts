/** What a version of a CRD declares beside its schema: warnings, columns, subresources, selectable fields. */
import type { Field } from '../field.js';
import type { JsonValue } from '../json/json-value.js';
import { schemaFindings } from './schema-findings.js';
import { followFieldPath } from '../cel/field-path.js';
import type { SchemaProps } from './schema-props.js';
import type { Structural } from '../schema/structural.js';
import { schemaOf } from './shared-fields.js';
import type { SchemaStrictness } from './strictness.js';
import { unsupportedKeyword } from './unsupported-keywords.js';

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];
const MOST_FIELDS = 8;
const MOST_WARNING_BYTES = 256;

/** The warning of a deprecated version. */
export function deprecationRules(version: Field): void {
  const warning = version.at('deprecationWarning');
  if (!warning.isSet) return;
  if (!version.at('deprecated').isTrue) return void warning.invalid('can only be set for deprecated versions');
  if (Buffer.byteLength(warning.text) > MOST_WARNING_BYTES) warning.invalid('must be <= 256 characters long');
  if (warning.text === '') warning.invalid('must not be an empty string');
  const odd = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.exec(warning.text);
  if (odd) {
    const index = Buffer.byteLength(warning.text.slice(0, odd.index));
    warning.invalid(`must only contain printable UTF-8 characters; non-printable character found at index ${index}`);
  }
}

/** The schema of a version, and what it says about its status. */
export function validationRules(validation: Field, hasStatus: boolean, strictness: SchemaStrictness): void {
  const schema = schemaOf(validation);
  if (!schema) return;
  validation
    .at('openAPIV3Schema')
    .add(schemaFindings(schema, `${validation.path}.openAPIV3Schema`, hasStatus, strictness));
}

/** A column of kubectl's tables. A path that cannot be parsed is accepted: its column stays empty. */
export function columnRules(columns: Field): void {
  for (const column of columns.items) {
    const [name, type, format] = [column.at('name'), column.at('type'), column.at('format')];
    if (name.text === '') name.required();
    const types = `must be one of ${COLUMN_TYPES.join(',')}`;
    if (type.text === '') type.required(types);
    else if (!COLUMN_TYPES.includes(type.text)) type.invalid(types);
    if (format.text !== '' && !COLUMN_FORMATS.includes(format.text))
      format.invalid(`must be one of ${COLUMN_FORMATS.join(',')}`);
    const path = column.at('jsonPath').named(`${column.path}.JSONPath`);
    if (path.text === '') path.required();
    else simplePath(path);
  }
}

function simplePath(path: Field): boolean {
  if (path.text.startsWith('.')) return true;
  path.invalid('must be a simple json path starting with .');
  return false;
}

/** The scale subresource. */
export function subresourceRules(subresources: Field): void {
  const scale = subresources.at('scale');
  if (!scale.isSet) return;
  replicasPath(scale.at('specReplicasPath'), '.spec');
  replicasPath(scale.at('statusReplicasPath'), '.status');
  const selector = scale.at('labelSelectorPath');
  if (selector.text === '' || !simplePath(selector)) return;
  if (!/^\.(spec|status)\./.test(selector.text))
    selector.invalid('should be a json path under either .spec or .status');
}

function replicasPath(path: Field, root: string): void {
  if (path.text === '') return void path.required();
  if (simplePath(path) && !path.text.startsWith(`${root}.`)) path.invalid(`should be a json path under ${root}`);
}

/** Fields that lists can be filtered by. */
export function selectableFieldRules(fields: Field, schema: SchemaProps, allowsTooMany: boolean): void {
  const unsupported = unsupportedKeyword(schema);
  if (unsupported !== undefined)
    fields.named(fields.path.replace(/selectableFields$/, 'schema.openAPIV3Schema')).invalid(unsupported, '');
  const shape = unsupported === undefined ? (schema as Structural) : {};
  const seen = new Set<string>();
  for (const item of fields.items) {
    const path = item.at('jsonPath');
    if (path.text === '') path.required();
    if (path.text === '') continue;
    const target = followFieldPath(path.text, shape, { hasBrackets: false });
    if ('problem' in target) {
      path.invalid(`is an invalid path: ${target.problem}`);
      continue;
    }
    if (target.path[0] === 'metadata') path.invalid('must not point to fields in metadata');
    if (!['string', 'boolean', 'integer'].includes(target.schema.type ?? ''))
      path.invalid(
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
      );
    const text = JSON.stringify(target.path);
    if (seen.has(text)) path.duplicate();
    seen.add(text);
  }
  const unique: JsonValue = [...seen];
  if (seen.size > MOST_FIELDS && !allowsTooMany) fields.with(unique).tooMany(MOST_FIELDS);
}
