/** Which rules apply: an update is not refused for what the stored CRD got away with. */
import type { Field } from '../field.js';
import { jsonEqual } from '../json/json-value.js';
import { hasUnprunedDefaults } from './default-rules.js';
import { hasWrongListKeys, isWrongSet } from './list-rules.js';
import { schemaOf } from './shared-fields.js';
import { isStructural } from './structural-form.js';
import { hasDefault, isGiven, type SchemaProps, someSchema } from './schema-props.js';
import { isCertificates } from './conversion-rules.js';

const TYPES = new Set(['array', 'boolean', 'integer', 'number', 'object', 'string']);
const MOST_FIELDS = 8;

/** Rules for one schema. */
export interface SchemaStrictness {
  readonly requiresKnownTypes: boolean;
  readonly requiresStructural: boolean;
  readonly requiresPrunedDefaults: boolean;
  readonly requiresAtomicSets: boolean;
  readonly requiresListKeys: boolean;
  /** Whether rules that cost too much are accepted, as their schema has not changed. */
  readonly ignoresRuleCost: boolean;
}

/** Rules for a CRD. */
export interface Strictness {
  readonly requiresSchema: boolean;
  readonly requiresKnownReviewVersion: boolean;
  readonly checksCaBundle: boolean;
  forVersion(name: string): SchemaStrictness;
  /** Whether more selectable fields than the limit are accepted; the name is empty for those of all versions. */
  allowsTooManyFields(version: string): boolean;
}

const all: SchemaStrictness = {
  requiresKnownTypes: true,
  requiresStructural: true,
  requiresPrunedDefaults: true,
  requiresAtomicSets: true,
  requiresListKeys: true,
  ignoresRuleCost: false,
};

const forCreate: Strictness = {
  requiresSchema: true,
  requiresKnownReviewVersion: true,
  // A new CRD is not established: its certificates may come later.
  checksCaBundle: false,
  forVersion: () => all,
  allowsTooManyFields: () => false,
};

/** The rules for a new CRD, or for the update of one. */
export function strictnessFor(root: Field, before: Field | undefined): Strictness {
  if (!before) return forCreate;
  const spec = before.at('spec');
  const versions = spec.at('versions').items;
  const schemas = versions.map((version) => schemaOf(version.at('schema')));
  const none = (isWrong: (schema: SchemaProps) => boolean): boolean =>
    !schemas.some((schema) => schema !== undefined && isWrong(schema));
  const anywhere = (isWrong: (schema: SchemaProps) => boolean) => (schema: SchemaProps) => someSchema(schema, isWrong);
  const kept: SchemaStrictness = {
    requiresKnownTypes: none(anywhere(({ type = '' }) => type !== '' && !TYPES.has(type))),
    requiresStructural: needsStructural(root.at('spec')) || none((schema) => !isStructural(schema)),
    requiresPrunedDefaults: none(hasUnprunedDefaults),
    requiresAtomicSets: none(anywhere(isWrongSet)),
    requiresListKeys: none(anywhere(hasWrongListKeys)),
    ignoresRuleCost: false,
  };
  const nowOf = (name: string): Field | undefined => versionNamed(root, name);
  const reviews = spec.at('conversion').at('webhook').at('conversionReviewVersions').texts;
  return {
    requiresSchema: schemas.every((schema) => schema !== undefined),
    requiresKnownReviewVersion: reviews.length === 0 || reviews.some((version) => /^v1(beta1)?$/.test(version)),
    checksCaBundle: isEstablished(before) && !hasWrongCaBundle(spec),
    forVersion: (name) => {
      const [was, now] = [versionNamed(before, name), nowOf(name)];
      const isUnchanged = was && now && jsonEqual(was.at('schema').value, now.at('schema').value);
      return isUnchanged ? { ...kept, ignoresRuleCost: true } : kept;
    },
    allowsTooManyFields: (name) => {
      const was = name === '' ? versions[0] : versionNamed(before, name);
      const now = name === '' ? root.at('spec').at('versions').items[0] : nowOf(name);
      const fields = was?.at('selectableFields');
      return fields !== undefined && fields.size > MOST_FIELDS && fields.equals(now?.at('selectableFields'));
    },
  };
}

/** Pruning, defaults and extensions work on structural schemas only. */
function needsStructural(spec: Field): boolean {
  if (!spec.at('preserveUnknownFields').isTrue) return true;
  return spec.at('versions').items.some((version) => someSchema(schemaOf(version.at('schema')), isExtended));
}

function isExtended(schema: SchemaProps): boolean {
  return (
    hasDefault(schema) ||
    schema['x-kubernetes-embedded-resource'] === true ||
    schema['x-kubernetes-int-or-string'] === true ||
    isGiven(schema['x-kubernetes-preserve-unknown-fields']) ||
    isGiven(schema['x-kubernetes-list-type']) ||
    (schema['x-kubernetes-list-map-keys'] ?? []).length > 0 ||
    (schema['x-kubernetes-validations'] ?? []).length > 0
  );
}

function versionNamed(root: Field, name: string): Field | undefined {
  return root
    .at('spec')
    .at('versions')
    .items.find((version) => version.at('name').text === name);
}

function isEstablished(root: Field): boolean {
  return root
    .at('status')
    .at('conditions')
    .items.some((condition) => condition.at('type').text === 'Established' && condition.at('status').text === 'True');
}

function hasWrongCaBundle(spec: Field): boolean {
  const bundle = spec.at('conversion').at('webhook').at('clientConfig').at('caBundle').text;
  return bundle !== '' && !isCertificates(bundle);
}
