// +groupName=type-literals.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  yes: true;
  no?: false;
  one?: 1;
  word?: 'word';
  numbers?: 3 | 1 | 2;
  words?: 'b' | 'a';
  constants?: (typeof LEVELS)[keyof typeof LEVELS];
  list?: (typeof NAMES)[number];
  open?: 'A' | 'B' | (string & {});
}

const LEVELS = { Low: 'low', High: 'high' } as const;
const NAMES = ['x', 'y'] as const;
