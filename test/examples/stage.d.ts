import { type ControlPlane } from '../../src/testing/index.js';
import { type Operator } from './operator.js';
/** An example that is deployed, but whose operator does not run yet: its pod is a fake. */
export interface DeployedExample {
    readonly root: string;
    readonly plane: ControlPlane;
    /** Runs the bundled operator as the ServiceAccount of its Deployment, with the arguments of its Deployment. */
    start(node: string, entry?: string): Promise<Operator>;
    /** Removes everything, CRDs included. */
    undeploy(): Promise<void>;
}
/** Where all examples play. */
export interface Stage extends AsyncDisposable {
    readonly plane: ControlPlane;
    deploy(name: string): Promise<DeployedExample>;
    /** What of an example is still in the cluster, as `kind name`. */
    leftovers(name: string): Promise<string[]>;
}
/** Starts etcd, API server, controller manager, scheduler and kwok. */
export declare function startStage(): Promise<Stage>;
