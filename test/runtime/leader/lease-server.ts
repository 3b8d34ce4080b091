/** A Lease kept in memory with the API server's rules for resource versions; calls can be made to fail. */
import { ApiError } from '../../../src/runtime/client/requests/api-error.js';
import type { ElectorOptions } from '../../../src/runtime/leader/elector-options.js';
import { Lease } from '../../../src/runtime/leader/lease.js';
import { mutable } from '../../../src/runtime/object/readonly.js';

export class LeaseServer {
  lease: Lease | undefined;
  /** Every write that was accepted, in order. */
  readonly writes: Lease[] = [];
  #version = 0;

  /** Stores without any check, as another client would. */
  put(lease: Lease): Lease {
    this.#version++;
    this.lease = {
      ...mutable<Lease>(lease),
      metadata: { ...lease.metadata, resourceVersion: String(this.#version), uid: 'u' },
    };
    this.writes.push(mutable<Lease>(this.lease));
    return mutable<Lease>(this.lease);
  }

  /** A client whose every call first passes `gate`, which may reject or wait. */
  client(
    gate: (call: 'find' | 'create' | 'update') => Promise<void> | void = () => undefined,
  ): ElectorOptions['client'] {
    const find = async (): Promise<Lease | undefined> => {
      await gate('find');
      return this.lease && mutable<Lease>(this.lease);
    };
    const create = async (lease: Lease): Promise<Lease> => {
      await gate('create');
      if (this.lease) throw new ApiError({ code: 409, reason: 'AlreadyExists', message: 'exists' });
      return this.put(lease);
    };
    const update = async (lease: Lease): Promise<Lease> => {
      await gate('update');
      if (!this.lease) throw new ApiError({ code: 404, reason: 'NotFound', message: 'gone' });
      if (lease.metadata.resourceVersion !== this.lease.metadata.resourceVersion)
        throw new ApiError({ code: 409, reason: 'Conflict', message: 'changed' });
      return this.put(lease);
    };
    return { create, update, live: { find } } as unknown as ElectorOptions['client'];
  }
}

/** Lets promises that are ready run, without any timer. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
}

/** A lease held by `holder`. */
export function leaseOf(holder: string, seconds = 15): Lease {
  return new Lease({
    metadata: { name: 'op', namespace: 'system' },
    spec: {
      holderIdentity: holder,
      leaseDurationSeconds: seconds,
      leaseTransitions: 4,
      acquireTime: '2026-01-01T00:00:00.000000Z',
      renewTime: '2026-01-01T00:00:00.000000Z',
    },
  });
}
