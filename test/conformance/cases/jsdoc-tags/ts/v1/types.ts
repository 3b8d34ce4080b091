// +groupName=jsdoc-tags.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  /**
   * @minimum 1
   * @maximum 9
   */
  bounds?: Int32;
  /** @exclusiveMinimum 0 */
  above?: Int32;
  /** @exclusiveMaximum 10 */
  below?: Int32;
  /** @multipleOf 4 */
  fours?: Int32;
  /**
   * @minLength 1
   * @maxLength 9
   * @pattern ^[a-z]+$
   * @title A text
   * @format hostname
   */
  text?: string;
  /**
   * @minItems 1
   * @maxItems 9
   * @listType set
   */
  list?: string[];
  /**
   * @listType map
   * @listMapKey name
   */
  things?: Thing[];
  /**
   * @minProperties 1
   * @maxProperties 9
   * @mapType atomic
   */
  map?: Record<string, string>;
  /** @nullable */
  nullable?: string;
  /** @immutable */
  fixed: string;
  /** @schemaless */
  // +kubebuilder:pruning:PreserveUnknownFields
  free?: Thing;
  /** @cel self != 'bad' -- must not be bad */
  rule?: string;
  /** @default 3 */
  number?: Int32;
  /** @default word */
  word?: string;
  /** @default {"name": "x"} */
  object?: Thing;
  /** @example 5 */
  example?: Int32;
  /** @see https://example.com/more */
  see?: string;
}

export interface Thing {
  name: string;
}
