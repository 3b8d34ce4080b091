// +groupName=immutable-escaped.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +k8s:immutable
  'my-field'?: string;
  // +k8s:immutable
  namespace?: string;
  // +k8s:immutable
  a__b?: string;
}
