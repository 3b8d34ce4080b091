/** A folder for KUBEBUILDER_ASSETS in which etcd and kube-apiserver are the embedded plane; the caller deletes it. */
export function standInAssets(): Promise<string>;
