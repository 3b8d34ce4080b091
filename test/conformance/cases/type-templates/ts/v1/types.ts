// +groupName=type-templates.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  anything?: `${string}`;
  prefixed?: `v${string}`;
  numbered?: `${string}-${number}`;
  dotted?: `a.b${'x' | 'y'}`;
  choice?: `${'on' | 'off'}-${1 | 2}`;
}
