// +groupName=type-imports.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';
import type { Again } from '../shared/index.js';
import type { Colour } from '../shared/colour.js';
import type * as shared from '../shared/size.js';
import type { Aliased } from '~/shared/aliased.js';
import type { Sibling, Sibling as Renamed } from './sibling.js';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  sibling?: Sibling;
  folder?: Colour;
  whole?: shared.Size;
  renamed?: Renamed;
  exported?: Again;
  inline?: import('./sibling.js').Sibling;
  aliased?: Aliased;
}
