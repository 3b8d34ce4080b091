/** The part of OpenAPI v3 that CustomResourceDefinitions may use. */

/** Any JSON value. Integers that a JavaScript number cannot represent exactly are `bigint`. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** One CEL rule of `x-kubernetes-validations`. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** One node of a structural schema. Values are shared between nodes and never changed. */
export interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: JsonValue;
  readonly example?: JsonValue;
  readonly enum?: readonly JsonValue[];
  readonly nullable?: boolean;
  readonly maximum?: number | bigint;
  readonly minimum?: number | bigint;
  readonly exclusiveMaximum?: boolean;
  readonly exclusiveMinimum?: boolean;
  readonly multipleOf?: number | bigint;
  readonly maxLength?: number | bigint;
  readonly minLength?: number | bigint;
  readonly pattern?: string;
  readonly maxItems?: number | bigint;
  readonly minItems?: number | bigint;
  readonly uniqueItems?: boolean;
  readonly maxProperties?: number | bigint;
  readonly minProperties?: number | bigint;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly externalDocs?: { readonly url?: string; readonly description?: string };
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];
}

/** A schema under construction. */
export type MutableSchema = { -readonly [Key in keyof JsonSchema]: JsonSchema[Key] };
