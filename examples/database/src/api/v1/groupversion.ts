/** API group data.my.domain, version v1: its types are in the files of this folder. */
// +groupName=data.my.domain

/** The `apiVersion` of the kinds in this folder. */
export const groupVersion = 'data.my.domain/v1';
