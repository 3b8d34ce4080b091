// +groupName=unions.kbts.dev

import type { CustomResource, Int32 } from 'kbts/runtime';

/** Every sort of union. */
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  tagged?: Storage;
  exclusive?: Target;
  never?: Either;
  port?: Int32 | string;
  auto?: Int32 | 'auto';
  open?: 'A' | 'B' | (string & {});
  maybe?: 'x' | null;
  merged?: Merged;
  shared?: Shared;
  nullableNumber?: 1 | 2 | null;
  quoted?: Quoted;
}

/** Where data is kept. */
export type Storage = DiskStorage | BucketStorage | MemoryStorage;

// +kubebuilder:validation:XValidation:rule="self.size > 0",message="size must be positive"
export interface DiskStorage {
  kind: 'Disk';
  /** In gigabytes. */
  size: Int32;
  class?: string;
}

export interface BucketStorage {
  kind: 'Bucket';
  name: string;
  class?: string;
}

export interface MemoryStorage {
  kind: 'Memory' | 'Tmpfs';
}

export type Target = { url: string; insecure?: boolean } | { service: { name: string } };

export type Either = { a: string; b?: never } | { b: string; a?: never };

/** Properties that several branches have: their enums merge, integer and text become either. */
export type Merged =
  | { type: 'a'; level: 'low' | 'mid'; amount: Int32 }
  | { type: 'b'; level: 'mid' | 'high'; amount: string };

/** A property that all branches require stays required. */
export type Shared = { mode: 'x'; name: string; x?: string } | { mode: 'y'; name: string; y: string };

/** Names that rules must escape. */
export type Quoted = { 'my-kind': 'one'; 'my-value': string } | { 'my-kind': 'two'; namespace: string };
