/** Schemas of `metadata`: at the root, they may only restrict names. */
import { forbiddenValue, invalidValue, type Finding } from '../finding.js';
import { isGiven, type SchemaProps } from './schema-props.js';

/** What is wrong with the schema of `metadata`. */
export function metadataFindings(
  metadata: SchemaProps,
  { isResource, isRoot }: { readonly isResource: boolean; readonly isRoot: boolean },
  place: string,
): Finding[] {
  const at = `${place}.properties[metadata]`;
  const found: Finding[] = [];
  if (isResource && metadata.type !== 'object')
    found.push(invalidValue(`${at}.type`, metadata.type ?? '', 'must be object'));
  if (isRoot && restrictsMore(metadata)) {
    const why = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
    found.push(forbiddenValue(at, why));
  }
  return found;
}

/** Whether a schema restricts more than names. The type has its own rule, and so has a default. */
function restrictsMore({ type: _type, default: _default, properties = {}, ...others }: SchemaProps): boolean {
  // A map that is closed is restricted, too.
  if (isGiven(others.additionalProperties)) return true;
  const names = Object.keys(properties);
  if (names.some((name) => name !== 'name' && name !== 'generateName')) return true;
  return Object.values(others).some((value) => isGiven(value) && value !== '' && value !== false);
}
