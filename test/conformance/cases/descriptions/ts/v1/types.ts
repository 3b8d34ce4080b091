// +groupName=descriptions.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

// RowSpec is the spec.
//
// Second paragraph.
export interface RowSpec {
  // First line.
  // Second line.
  //
  //   indented
  // TODO: not shown
  // - a list
  // After the list.
  // ---
  // never shown
  a?: string;
  // Says `code` and "quotes": yes.
  // +optional
  b?: string;
  // ```
  // TODO kept in a fence
  // ```
  c?: string;
  d?: string;
  // Ünïcode → ok.
  e?: string;
  // For example:
  //
  //   ---
  //   TODO: stays
  //     deeper
  // The end.
  f?: string;
  // Words.
  //nolint:lll // too long
  // More words.
  //go:fix inline
  g?: string;
}
