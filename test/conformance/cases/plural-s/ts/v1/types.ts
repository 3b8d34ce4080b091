// +groupName=plural-s.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// It is a kind.
export interface Redis extends CustomResource<RedisSpec> {}

export interface RedisSpec {
  a: string;
}

