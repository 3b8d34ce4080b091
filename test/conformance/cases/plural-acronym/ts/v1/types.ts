// +groupName=plural-acronym.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// It is a kind.
export interface HTTPProxy extends CustomResource<HTTPProxySpec> {}

export interface HTTPProxySpec {
  a: string;
}

