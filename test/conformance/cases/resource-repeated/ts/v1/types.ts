// +groupName=resource-repeated.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
// +kubebuilder:resource:path="mice",singular=mouse,shortName=mo
// +kubebuilder:resource:scope="Cluster",categories=pets
export interface Row extends CustomResource<RowSpec> {}

// Seat is another.
// +kubebuilder:resource:scope="Cluster",categories=a;b
// +kubebuilder:resource:path="chairs"
export interface Seat extends CustomResource<RowSpec> {}

export interface RowSpec {
  a: string;
}
