// +groupName=skip-version.kbts.dev
// +versionName=v2

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
// +kubebuilder:skipversion
export interface Row extends CustomResource<{ v2?: string }> {}
