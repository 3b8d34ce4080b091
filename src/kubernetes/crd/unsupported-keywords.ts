/** Keywords of JSON Schema that CRDs do not support. */
import { forbiddenValue, type Finding } from '../finding.js';
import { childrenOf, isGiven, itemListOf, type SchemaProps } from './schema-props.js';

/** Findings of one node. */
export function keywordFindings(schema: SchemaProps, place: string): Finding[] {
  const found = FORBIDDEN.filter(([word, isSet]) => isSet(schema[word])).map(([word]) =>
    forbiddenValue(`${place}.${word}`, `${word} is not supported`),
  );
  if (schema.type === 'null')
    found.push(forbiddenValue(`${place}.type`, 'type cannot be set to null, use nullable as an alternative'));
  if (itemListOf(schema).length > 0)
    found.push(forbiddenValue(`${place}.items`, 'items must be a schema object and not an array'));
  return found;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isMap = (value: unknown): boolean => isGiven(value) && Object.keys(value as object).length > 0;

const FORBIDDEN: readonly (readonly [keyof SchemaProps, (value: unknown) => boolean])[] = [
  ['id', isText],
  ['additionalItems', isGiven],
  ['patternProperties', isMap],
  ['definitions', isMap],
  ['dependencies', isGiven],
  ['$ref', isGiven],
];

const known = new WeakMap<SchemaProps, { readonly problem: string | undefined }>();

/** The first keyword in a schema or below it that cannot be made structural, in the API server's words. */
export function unsupportedKeyword(schema: SchemaProps): string | undefined {
  const answer = known.get(schema) ?? { problem: findUnsupported(schema) };
  known.set(schema, answer);
  return answer.problem;
}

function findUnsupported(schema: SchemaProps): string | undefined {
  const word = UNREADABLE.find(([name, isSet]) => isSet(schema[name]))?.[0];
  if (word !== undefined) return `OpenAPIV3Schema '${word.replace('$schema', 'schema')}' is not supported`;
  if (schema['x-kubernetes-preserve-unknown-fields'] === false)
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  if (itemListOf(schema).length > 0) return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  for (const child of childrenOf(schema)) {
    const found = unsupportedKeyword(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

const UNREADABLE: typeof FORBIDDEN = [
  ['id', isText],
  ['$schema', isText],
  ['$ref', isText],
  ['patternProperties', isMap],
  ['dependencies', isMap],
  ['additionalItems', isGiven],
  ['definitions', isMap],
];
