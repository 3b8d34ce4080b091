/** The Kubernetes version of the binaries. */
export const KUBERNETES_VERSION: string;
/** The folder of the binaries; `KUBEBUILDER_ASSETS` overrides it. */
export function binaryFolder(): string;
/** Builds what is missing of `names` and returns the folder that holds them. */
export function buildControlPlane(names?: readonly string[], report?: (line: string) => void): Promise<string>;
