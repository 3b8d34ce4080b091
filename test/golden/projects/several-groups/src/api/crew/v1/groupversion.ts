/** API group crew.example.com, version v1: its types are in the files of this folder. */
// +groupName=crew.example.com

/** The `apiVersion` of the kinds in this folder. */
export const groupVersion = 'crew.example.com/v1';
