// +groupName=plural-quota.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// It is a kind.
export interface TestQuota extends CustomResource<TestQuotaSpec> {}

export interface TestQuotaSpec {
  a: string;
}

