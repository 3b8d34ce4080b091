/** API group distri-infer.ndsl.cn, version v1beta1: its types are in the files of this folder. */
// +groupName=distri-infer.ndsl.cn

/** The `apiVersion` of the kinds in this folder. */
export const groupVersion = 'distri-infer.ndsl.cn/v1beta1';
