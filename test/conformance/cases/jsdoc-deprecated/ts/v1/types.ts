// +groupName=jsdoc-deprecated.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

/**
 * Row is a kind.
 * @deprecated use v2
 */
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a?: string;
}
