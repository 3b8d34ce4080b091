/** The part of a schema that rules of Kubernetes look at. Schemas of the generator and of the embedded server both fit. */

/** One CEL rule of `x-kubernetes-validations`. */
export interface RuleText {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

type Count = number | bigint;

/** One node of a schema; absent members say nothing. */
export interface Structural {
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly maxLength?: Count;
  readonly maxItems?: Count;
  readonly maxProperties?: Count;
  readonly uniqueItems?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Structural>>;
  readonly additionalProperties?: Structural | boolean;
  readonly items?: Structural;
  readonly allOf?: readonly Structural[];
  readonly anyOf?: readonly Structural[];
  readonly oneOf?: readonly Structural[];
  readonly not?: Structural;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-validations'?: readonly RuleText[];
}
