/** API group appcontroller.k8s.io, version v1alpha1: its types are in the files of this folder. */
// +groupName=appcontroller.k8s.io

/** The `apiVersion` of the kinds in this folder. */
export const groupVersion = 'appcontroller.k8s.io/v1alpha1';
