import type { KubeObject } from '../../src/runtime/object/meta.js';
import type { DeepReadonly, Kind } from '../../src/runtime/index.js';
import { type ControlPlane } from '../../src/testing/index.js';
import type { DeployedExample } from './stage.js';
/** What one example must do on a real control plane. */
export interface Story {
    readonly title: string;
    /** The folder below examples/. */
    readonly example: string;
    /** Where the operator starts, for an example with several. */
    readonly entry?: string;
    readonly chapters: readonly Chapter[];
}
/** One rule, shown on the running operator. Later chapters build on earlier ones. */
export interface Chapter {
    readonly title: string;
    play(actors: Actors): Promise<void>;
}
/** Who takes part. */
export interface Actors {
    readonly plane: ControlPlane;
    readonly example: DeployedExample;
}
/** Waiting on a busy machine. */
export declare const patient: {
    readonly timeoutMs: 30000;
};
/** Runs kubectl as a cluster administrator, as a user of the example would. */
export declare function kubectl({ root }: DeployedExample, ...args: string[]): Promise<string>;
/** The objects of a kind that `owner` owns, without those that are about to go. */
export declare function ownedBy<T extends KubeObject>({ client }: ControlPlane, kind: Kind<T>, owner: DeepReadonly<KubeObject> | undefined): Promise<DeepReadonly<T>[]>;
/** Resolves when no object of these kinds is left that belonged to an object of kind `ownerKind`. */
export declare function nothingLeft({ client }: ControlPlane, ownerKind: string, ...kinds: readonly {
    readonly gvk: {
        readonly kind: string;
    };
}[]): Promise<void>;
