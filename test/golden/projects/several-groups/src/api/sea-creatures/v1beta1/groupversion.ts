/** API group sea-creatures.example.com, version v1beta1: its types are in the files of this folder. */
// +groupName=sea-creatures.example.com

/** The `apiVersion` of the kinds in this folder. */
export const groupVersion = 'sea-creatures.example.com/v1beta1';
