/** API group batch.tutorial.kubebuilder.io, version v1alpha1: its types are in the files of this folder. */
// +groupName=batch.tutorial.kubebuilder.io

/** The `apiVersion` of the kinds in this folder. */
export const groupVersion = 'batch.tutorial.kubebuilder.io/v1alpha1';
