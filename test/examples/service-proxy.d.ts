/** What stands between the API server and the Services of its cluster. */
export interface ServiceProxy extends AsyncDisposable {
    /** Makes the API server go through here. */
    readonly apiServerFlags: readonly string[];
    /** Connections to this address of a Service end at a port of this machine from now on. */
    route(clusterIp: string, port: number): void;
}
/**
 * Without kube-proxy nobody forwards the addresses of Services. The API server can be told to reach its cluster through
 * an HTTP proxy; this one knows which process stands for which Service.
 */
export declare function startServiceProxy(folder: string): Promise<ServiceProxy>;
