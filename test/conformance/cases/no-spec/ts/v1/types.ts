// +groupName=no-spec.kbts.dev
// +versionName=v1

import type { ObjectMeta } from 'kbts/runtime';

// Row is a kind.
// +kubebuilder:object:root=true
export interface Row {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta;
}

