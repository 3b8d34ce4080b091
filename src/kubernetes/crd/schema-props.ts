/** Schemas as CRDs declare them: every keyword that the API server decodes, supported or not. */
import type { JsonValue } from '../json/json-value.js';
import type { SchemaNode } from '../schema/schema-node.js';

/** One node of a schema. The API server treats `''`, `false` and `null` like a missing keyword, except where a rule says otherwise. */
export type SchemaProps = Omit<
  SchemaNode,
  'items' | 'properties' | 'additionalProperties' | 'allOf' | 'anyOf' | 'oneOf' | 'not'
> & {
  readonly id?: string;
  readonly $schema?: string;
  readonly $ref?: string;
  readonly items?: SchemaProps | readonly SchemaProps[];
  readonly properties?: Readonly<Record<string, SchemaProps>>;
  readonly additionalProperties?: SchemaProps | boolean;
  readonly additionalItems?: SchemaProps | boolean;
  readonly patternProperties?: Readonly<Record<string, SchemaProps>>;
  readonly definitions?: Readonly<Record<string, SchemaProps>>;
  readonly dependencies?: Readonly<Record<string, SchemaProps | readonly string[]>>;
  readonly allOf?: readonly SchemaProps[];
  readonly anyOf?: readonly SchemaProps[];
  readonly oneOf?: readonly SchemaProps[];
  readonly not?: SchemaProps;
  readonly externalDocs?: JsonValue;
  readonly example?: JsonValue;
};

/** A keyword of a schema, even one that it inherits from the language's own objects, such as `constructor`. */
export function propertyOf(schema: SchemaProps | undefined, name: string): SchemaProps | undefined {
  const { properties } = schema ?? {};
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The one schema of all items, if there is one. */
export function itemsOf({ items }: SchemaProps): SchemaProps | undefined {
  return items === undefined || items === null || Array.isArray(items) ? undefined : (items as SchemaProps);
}

/** The schemas of items by their position, which CRDs do not support. */
export function itemListOf({ items }: SchemaProps): readonly SchemaProps[] {
  return Array.isArray(items) ? (items as readonly SchemaProps[]) : [];
}

/** The schema of values of a map, if it is one. */
export function valuesOf({ additionalProperties }: SchemaProps): SchemaProps | undefined {
  return typeof additionalProperties === 'object' && additionalProperties !== null ? additionalProperties : undefined;
}

/** Whether a keyword is there at all, as a pointer in Go is. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Whether a schema has a default; `null` is none. */
export function hasDefault(schema: SchemaProps): boolean {
  return isGiven(schema.default);
}

/** All schemas directly below a schema, whatever keyword they belong to. */
export function childrenOf(schema: SchemaProps): SchemaProps[] {
  const { allOf = [], anyOf = [], oneOf = [], not, additionalItems, dependencies } = schema;
  const single = [itemsOf(schema), not, valuesOf(schema), additionalItems, ...Object.values(dependencies ?? {})];
  return [
    ...itemListOf(schema),
    ...allOf,
    ...anyOf,
    ...oneOf,
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.patternProperties ?? {}),
    ...Object.values(schema.definitions ?? {}),
    ...single.filter(
      (child): child is SchemaProps => typeof child === 'object' && child !== null && !Array.isArray(child),
    ),
  ];
}

/** Whether a schema or one below it fulfils a condition. */
export function someSchema(schema: SchemaProps | undefined, isFound: (schema: SchemaProps) => boolean): boolean {
  if (schema === undefined) return false;
  return isFound(schema) || childrenOf(schema).some((child) => someSchema(child, isFound));
}
