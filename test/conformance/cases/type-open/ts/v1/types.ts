// +groupName=type-open.kbts.dev
// +versionName=v1

import type { CustomResource, EmbeddedResource, Json, RawExtension } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  raw?: RawExtension;
  object?: object;
  json?: Json;
  unknown?: unknown;
  list?: Json[];
  map?: Record<string, unknown>;
  resource?: EmbeddedResource;
  known?: EmbeddedResource<Known>;
}

export interface Known {
  data?: Record<string, string>;
}
