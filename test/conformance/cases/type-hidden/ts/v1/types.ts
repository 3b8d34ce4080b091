// +groupName=type-hidden.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  seen?: string;
  /** @internal */
  internal?: () => void;
  /** @ignore */
  ignored?: bigint;
  /** @hidden */
  hidden?: any;
}
