// +groupName=type-nullable.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  text: string | null;
  list?: string[] | null;
  thing?: Thing | null;
  map?: Record<string, string> | null;
}

// Thing is.
export interface Thing {
  x: Int32 | null;
}
