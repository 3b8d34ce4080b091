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
