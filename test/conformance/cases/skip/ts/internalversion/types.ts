// +groupName=skip.kbts.dev
// +versionName=internalversion
// +kubebuilder:skip

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<{ internalversion?: string }> {}
