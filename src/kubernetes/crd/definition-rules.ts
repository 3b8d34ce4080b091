/** What the API server demands of a CustomResourceDefinition, in the order in which it reports it. */
import { Field, findings } from '../field.js';
import type { Finding } from '../finding.js';
import type { JsonObject } from '../json/json-value.js';
import { isDns1035Label, isSubdomain } from '../value/names.js';
import { approvalRules } from './approval-rules.js';
import { conversionRules } from './conversion-rules.js';
import { nameRules, requiredNames } from './name-rules.js';
import { someSchema } from './schema-props.js';
import { type Strictness, strictnessFor } from './strictness.js';
import { type Shared, sharedFields, schemaOf } from './shared-fields.js';
import {
  columnRules,
  deprecationRules,
  selectableFieldRules,
  subresourceRules,
  validationRules,
} from './version-rules.js';

/**
 * All findings for a CRD whose defaults are filled in, or for its update. Checks of `metadata` that every kind has are not
 * among them.
 */
export function definitionFindings(crd: JsonObject, old?: JsonObject): Finding[] {
  return findings(crd, '', (root) => {
    const before = old && new Field(old, '', []);
    if (!before) nameOfDefinition(root);
    specRules(root.at('spec'), strictnessFor(root, before));
    if (before) immutableRules(root.at('spec'), before);
    nameRules(root.at('status').at('acceptedNames'));
    storedVersionRules(root);
    approvalRules(root, before);
    preserveRules(root.at('spec').at('preserveUnknownFields'), before?.at('spec').at('preserveUnknownFields'));
  });
}

function nameOfDefinition(root: Field): void {
  const name = root.at('metadata').at('name');
  const spec = root.at('spec');
  const expected = `${spec.at('names').at('plural').text}.${spec.at('group').text}`;
  if (name.text !== '' && name.text !== expected) name.invalid('must be spec.names.plural+"."+spec.group');
}

function specRules(spec: Field, strictness: Strictness): void {
  const versions = spec.at('versions');
  const shared = sharedFields(versions);
  groupRules(spec.at('group'));
  spec.at('scope').needsOneOf(['Cluster', 'Namespaced']);
  schemaPresence(versions, shared, strictness);
  const preserves = spec.at('preserveUnknownFields');
  const hasDefaults = versions.items.some((version) =>
    someSchema(schemaOf(version.at('schema')), ({ default: value }) => value !== undefined && value !== null),
  );
  if (preserves.isTrue && hasDefaults) preserves.invalid('must be false in order to use defaults in the schema');
  for (const version of versions.items) {
    labelRule(version.at('name'));
    versionRules(version, shared, strictness);
  }
  versionSetRules(versions);
  const [first] = versions.items;
  // The server keeps the name of the first version in a field of its own.
  if (first && first.at('name').text !== '') labelRule(first.at('name').named('spec.version'));
  requiredNames(spec.at('names'));
  nameRules(spec.at('names'));
  sharedRules(spec, first, shared, strictness);
  const strategy = spec.at('conversion').at('strategy');
  if (spec.at('conversion').isSet && strategy.text !== 'None' && preserves.isTrue)
    strategy.invalid('must be None if spec.preserveUnknownFields is true', strategy.text);
  conversionRules(spec.at('conversion'), strictness);
}

function groupRules(group: Field): void {
  const problems = isSubdomain(group.text);
  if (group.text === '') group.required();
  else if (problems.length > 0) group.invalid(problems.join(','));
  else if (!group.text.includes('.')) group.invalid('should be a domain with at least one dot');
}

function labelRule(name: Field): void {
  const problems = isDns1035Label(name.text);
  if (problems.length > 0) name.invalid(problems.join(','), name.text);
}

function schemaPresence(versions: Field, shared: Shared, { requiresSchema }: Strictness): void {
  const [first] = versions.items;
  if (shared.schema && first && schemaOf(first.at('schema')) !== undefined) return;
  for (const version of versions.items) {
    const isMissing = shared.schema || schemaOf(version.at('schema')) === undefined;
    const schema = version.at('schema').at('openAPIV3Schema');
    if (!isMissing) continue;
    if (requiresSchema) schema.required();
    else if (version.at('served').isTrue) schema.required('because otherwise all fields are pruned');
  }
}

/** What a version has to itself. */
function versionRules(version: Field, shared: Shared, strictness: Strictness): void {
  deprecationRules(version);
  const name = version.at('name').text;
  const hasStatus = version.at('subresources').at('status').isSet;
  if (!shared.schema) validationRules(version.at('schema'), hasStatus, strictness.forVersion(name));
  if (!shared.subresources) subresourceRules(version.at('subresources'));
  if (!shared.additionalPrinterColumns) columnRules(version.at('additionalPrinterColumns'));
  const fields = version.at('selectableFields');
  if (shared.selectableFields || fields.size === 0) return;
  const schema = shared.schema ? undefined : schemaOf(version.at('schema'));
  if (schema) selectableFieldRules(fields, schema, strictness.allowsTooManyFields(name));
  else fields.invalid('may only be set when `version.schema.openAPIV3Schema` is not included', '');
}

/** What all versions have in common is reported once, at its place in the API server's own type. */
function sharedRules(spec: Field, first: Field | undefined, shared: Shared, strictness: Strictness): void {
  if (!first) return;
  const hasStatus = spec.at('versions').items.some((version) => version.at('subresources').at('status').isSet);
  const schema = first.at('schema').named('spec.validation');
  if (shared.schema) validationRules(schema, hasStatus, strictness.forVersion(first.at('name').text));
  if (shared.subresources) subresourceRules(first.at('subresources').named('spec.subresources'));
  if (shared.additionalPrinterColumns)
    columnRules(first.at('additionalPrinterColumns').named('spec.additionalPrinterColumns'));
  const fields = first.at('selectableFields').named('spec.selectableFields');
  if (!shared.selectableFields || fields.size === 0) return;
  const found = shared.schema ? schemaOf(first.at('schema')) : undefined;
  if (shared.schema && schema.isSet) selectableFieldRules(fields, found ?? {}, strictness.allowsTooManyFields(''));
  else fields.invalid('may only be set when validations.schema is included', '');
}

function versionSetRules(versions: Field): void {
  const names = versions.items.map((version) => version.at('name').text);
  const stored = versions.items.filter((version) => version.at('storage').isTrue);
  if (new Set(names).size !== names.length) versions.invalid('must contain unique version names');
  if (stored.length !== 1) versions.invalid('must have exactly one version marked as storage version');
}

function immutableRules(spec: Field, old: Field): void {
  const before = old.at('spec');
  const isEstablished = old
    .at('status')
    .at('conditions')
    .items.some((condition) => condition.at('type').text === 'Established' && condition.at('status').text === 'True');
  if (isEstablished) {
    spec.at('scope').unchangedFrom(before.at('scope'));
    spec.at('names').at('kind').unchangedFrom(before.at('names').at('kind'));
  }
  spec.at('group').unchangedFrom(before.at('group'));
  spec.at('names').at('plural').unchangedFrom(before.at('names').at('plural'));
}

function storedVersionRules(root: Field): void {
  const stored = root.at('status').at('storedVersions');
  if (stored.size === 0) return void stored.invalid('must have at least one stored version', stored.value ?? null);
  // Each stored version belongs to the first version with its name.
  const left = new Map(stored.items.map((item) => [item.text, item]));
  for (const version of root.at('spec').at('versions').items) {
    const name = version.at('name').text;
    if (version.at('storage').isTrue && !left.has(name)) stored.invalid(`must have the storage version ${name}`);
    left.delete(name);
  }
  for (const [name, item] of left) {
    item.invalid(
      `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`,
    );
  }
}

function preserveRules(preserves: Field, before: Field | undefined): void {
  if (before?.isTrue || !preserves.isTrue) return;
  preserves.invalid(
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
  );
}
