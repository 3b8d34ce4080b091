/** Schemas: the structural subset of OpenAPI. Those of the generator, of built-in kinds and of stored definitions all fit. */

/** One CEL rule of `x-kubernetes-validations`. */
export interface RuleText {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/**
 * One node of a schema; absent members say nothing. `Value` is what defaults and enums consist of, `Count` what numbers
 * are: the generator keeps those beyond 2^53 as bigint.
 */
export interface Structural<Value = unknown, Count extends number | bigint = number | bigint> {
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: Value;
  readonly nullable?: boolean;
  readonly enum?: readonly Value[];
  readonly pattern?: string;
  readonly minimum?: Count;
  readonly maximum?: Count;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: Count;
  readonly minLength?: Count;
  readonly maxLength?: Count;
  readonly minItems?: Count;
  readonly maxItems?: Count;
  readonly minProperties?: Count;
  readonly maxProperties?: Count;
  readonly uniqueItems?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Structural<Value, Count>>>;
  readonly additionalProperties?: Structural<Value, Count> | boolean;
  readonly items?: Structural<Value, Count>;
  readonly allOf?: readonly Structural<Value, Count>[];
  readonly anyOf?: readonly Structural<Value, Count>[];
  readonly oneOf?: readonly Structural<Value, Count>[];
  readonly not?: Structural<Value, Count>;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-validations'?: readonly RuleText[];
  /** Of built-in kinds only. */
  readonly 'x-kubernetes-patch-strategy'?: string;
  readonly 'x-kubernetes-patch-merge-key'?: string;
}
