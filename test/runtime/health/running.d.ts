/** Runs a server for the time of a test. */
import type { HttpListener } from '../../../src/runtime/health/http-listener.js';
export interface Running {
    readonly url: string;
    readonly ended: Promise<void>;
    stop(): Promise<void>;
}
export declare function run(listener: HttpListener, scheme?: string): Promise<Running>;
