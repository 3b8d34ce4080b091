// Size is a size.
// +kubebuilder:validation:Minimum=1
export type Size = number;
