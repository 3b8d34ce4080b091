/** API group cache.example.com, version v1alpha1: its types are in the files of this folder. */
// +groupName=cache.example.com

/** The `apiVersion` of the kinds in this folder. */
export const groupVersion = 'cache.example.com/v1alpha1';
