// +groupName=plural-suffix.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// It is a kind.
export interface NodeInfo extends CustomResource<NodeInfoSpec> {}

export interface NodeInfoSpec {
  a: string;
}

