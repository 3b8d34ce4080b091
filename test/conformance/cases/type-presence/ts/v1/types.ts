// +groupName=type-presence.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  given: string;
  maybe?: string;
  undefinable: string | undefined;
  both?: string | undefined;
  // Never is not there.
  never?: never;
}
