// +groupName=type-packages.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';
import type { Shape } from '@acme/shapes';
import type { Colour } from '@acme/shapes/colour';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  shape?: Shape;
  colour?: Colour;
}
