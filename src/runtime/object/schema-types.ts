/**
 * Types that mean something to the CRD generator. At run time they are the plain JSON values they
 * stand for; `kbts manifests` recognises them by name and emits the matching schema.
 */

/** A 32-bit integer (`type: integer, format: int32`). */
export type Int32 = number & { readonly __kbtsFormat?: 'int32' };

/** A 64-bit integer (`format: int64`). Beyond 2^53 the number is rounded; `int64` gives and sets the exact value. */
export type Int64 = number & { readonly __kbtsFormat?: 'int64' };

/** A single-precision number (`type: number, format: float`). */
export type Float = number & { readonly __kbtsFormat?: 'float' };

/** A double-precision number (`type: number, format: double`). */
export type Double = number & { readonly __kbtsFormat?: 'double' };

/** A Kubernetes quantity such as `100m` or `2Gi`. */
export type Quantity = (string & { readonly __kbtsFormat?: 'quantity' }) | number;

/** A number or a string, such as a port by number or by name. */
export type IntOrString = number | string;

/** A Go duration such as `1h30m`. */
export type Duration = string & { readonly __kbtsFormat?: 'duration' };

/** An RFC 3339 time with seconds, such as `2026-11-16T09:00:00Z`. */
export type Time = string & { readonly __kbtsFormat?: 'date-time' };

/** An RFC 3339 time with microseconds. */
export type MicroTime = string & { readonly __kbtsFormat?: 'micro-time' };

/** Bytes in base64. */
export type Bytes = string & { readonly __kbtsFormat?: 'byte' };

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An object of which only the user knows the shape. */
export type RawExtension = { readonly [key: string]: Json };

/** A complete Kubernetes object inside another one. */
export type EmbeddedResource<T = unknown> = { apiVersion: string; kind: string; metadata?: object } & (unknown extends T
  ? { readonly [key: string]: unknown }
  : T);
