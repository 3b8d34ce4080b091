// +groupName=jsdoc-text.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

/**
 * RowSpec is the spec.
 *
 * It has two paragraphs.
 * @remarks not shown
 */
export interface RowSpec {
  /** One line with a {@link Thing} in it, and {@link Thing | other words}. */
  a?: string;
  /**
   * Several lines
   * of text.
   *   - indented
   * TODO not shown
   * ---
   * not shown either
   */
  b?: string;
  /** Text with markers in it.
   * +kubebuilder:validation:MaxLength=5
   * +optional
   */
  c: string;
  /**
   * Long rules.
   * +kubebuilder:validation:XValidation:rule="(
   *   self == 'a' ||
   *   self == 'b'
   * )",message="a or b"
   */
  d?: string;
  /**
   * Old.
   * @deprecated use a
   */
  e?: string;
  // Text of comments.
  f?: string;
  // +kubebuilder:validation:MaxLength=5
  /** Text after a marker. */
  g?: string;
  /** @default some words that are prose */
  h?: string;
  /**
   * @example
   * const a = 1;
   * const b = 2;
   */
  i?: string;
  /**
   * A list:
   * + also this
   */
  j?: string;
}

export interface Thing {}
