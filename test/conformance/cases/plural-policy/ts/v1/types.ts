// +groupName=plural-policy.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// It is a kind.
export interface Policy extends CustomResource<PolicySpec> {}

export interface PolicySpec {
  a: string;
}

