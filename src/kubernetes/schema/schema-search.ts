/** Which schemas have something at all, so that objects are walked through for it only where it can be. */
import type { SchemaNode } from './schema-node.js';

/** Whether a schema or anything below has CEL rules. */
export const hasRules = searchFor((schema) => (schema['x-kubernetes-validations'] ?? []).length > 0);

/** Whether a schema or anything below is an embedded resource. */
export const hasEmbedded = searchFor((schema) => schema['x-kubernetes-embedded-resource'] === true);

/** Whether a schema or anything below is a list whose items must differ. */
export const hasUniqueLists = searchFor((schema) => ['set', 'map'].includes(schema['x-kubernetes-list-type'] ?? ''));

/** A search that looks at each schema once. */
function searchFor(isFound: (schema: SchemaNode) => boolean): (schema: SchemaNode) => boolean {
  const known = new WeakMap<SchemaNode, boolean>();
  const isIn = (schema: SchemaNode): boolean => {
    const answer = known.get(schema) ?? (isFound(schema) || isBelow(schema));
    known.set(schema, answer);
    return answer;
  };
  const isBelow = ({ items, additionalProperties, properties }: SchemaNode): boolean =>
    (items !== undefined && isIn(items)) ||
    (typeof additionalProperties === 'object' && isIn(additionalProperties)) ||
    Object.values(properties ?? {}).some(isIn);
  return isIn;
}
