/** API group ingress.my.domain, version v1beta1: its types are in the files of this folder. */
// +groupName=ingress.my.domain

/** The `apiVersion` of the kinds in this folder. */
export const groupVersion = 'ingress.my.domain/v1beta1';
