// +groupName=type-objectmeta.kbts.dev
// +versionName=v1

import type { CustomResource, ObjectMeta } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  template?: Template;
}

// Template is.
export interface Template {
  metadata?: ObjectMeta;
  x?: string;
}
