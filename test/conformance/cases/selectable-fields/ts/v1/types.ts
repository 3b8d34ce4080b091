// +groupName=selectable-fields.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
// +kubebuilder:selectablefield:JSONPath=.spec.tier
// +kubebuilder:selectablefield:JSONPath=`.spec.size`
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  tier: string;
  size?: Int32;
}

