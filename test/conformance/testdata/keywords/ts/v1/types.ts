// +groupName=keywords.kbts.dev

import type { Bytes, CustomResource, Double, Duration, Int32, Int64, IntOrString, Quantity, Time } from 'kbts/runtime';

/** Each field has one keyword. */
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  /** @maximum 10 */
  maximum?: Int32;
  /** @minimum 1 */
  minimum?: Int32;
  /** @exclusiveMaximum 10 */
  exclusiveMaximum?: Int32;
  /** @exclusiveMinimum 1 */
  exclusiveMinimum?: Int32;
  /** @multipleOf 4 */
  multipleOf?: Int32;
  /** @maxLength 3 */
  maxLength?: string;
  /** @minLength 2 */
  minLength?: string;
  /** @pattern ^[a-z]+$ */
  pattern?: string;
  /** @maxItems 2 */
  maxItems?: string[];
  /** @minItems 2 */
  minItems?: string[];
  /** @maxProperties 1 */
  maxProperties?: Record<string, string>;
  /** @minProperties 2 */
  minProperties?: Record<string, string>;
  enum?: 'a' | 'b';
  /** @format ipv4 */
  format?: string;
  integer?: Int64;
  double?: Double;
  boolean?: boolean;
  quantity?: Quantity;
  intOrString?: IntOrString;
  time?: Time;
  bytes?: Bytes;
  duration?: Duration;
  nullable?: string | null;
  notNullable?: string;
  /** @cel self != 'bad' -- must not be bad */
  cel?: string;
  required?: { must: string };
  /** @listType set */
  set?: string[];
  // +listType=map
  // +listMapKey=name
  map?: { name: string; value?: string }[];
  // +kubebuilder:validation:items:MaxLength=2
  items?: string[];
  tuple?: [Int32, Int32];
  template?: `${string}-${number}`;
  numbers?: 1 | 2 | 3;
  only?: true;
  exactly?: Sides;
  most?: Most;
  least?: Least;
  // +optional
  // +kubebuilder:validation:MinProperties=1
  notEmpty?: { x?: string };
}

// +kubebuilder:validation:ExactlyOneOf=left;right
export interface Sides {
  left?: string;
  right?: string;
}

// +kubebuilder:validation:AtMostOneOf=left;right
export interface Most {
  left?: string;
  right?: string;
}

// +kubebuilder:validation:AtLeastOneOf=left;right;my-side
export interface Least {
  left?: string;
  right?: string;
  'my-side'?: string;
}
