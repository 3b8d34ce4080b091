/** What the work of a controller may return, as types. Names that a kind does not have are errors. */
import type { StatusOf, StatusReport } from '../client/client.js';
import type { Next } from '../controller/reconcile.js';
import type { KubeObject } from '../object/meta.js';

declare const problem: unique symbol;

/** Shown in messages of the compiler for a field that does not exist. */
export interface UnknownField<Name extends string> {
  readonly [problem]: Name;
}

/** Shown in messages of the compiler for a name that an earlier step of the chain has. */
export interface NameTaken<Name extends string> {
  readonly [problem]: Name;
}

/** The fields of a result. */
export interface ResultFields<T extends KubeObject> extends Next {
  /** The whole of what this controller says in the status of the object. */
  readonly status?: StatusReport<T> | undefined;
}

/** A result without a status. `K` is inferred, so that unknown fields are errors. */
export type Requeued<K extends string> = Next & {
  readonly [P in K]?: P extends keyof Next ? unknown : UnknownField<P>;
};

/** The fields of a status; none for a kind without one. */
type StatusField<T extends KubeObject> = [StatusOf<T>] extends [never] ? never : keyof StatusReport<T>;

/**
 * A result whose keys are inferred: `S` are those of the status, `K` those of the result. TypeScript does not look for unknown
 * fields in what an async function returns; inferred keys find them.
 */
export type Reported<T extends KubeObject, S extends string, K extends string> = Next & {
  readonly status?:
    | (KubeObject extends T
        ? object
        : { readonly [P in S]?: P extends StatusField<T> ? StatusReport<T>[P] : UnknownField<P> })
    | undefined;
} & { readonly [P in K]?: P extends keyof ResultFields<T> ? unknown : UnknownField<P> };
