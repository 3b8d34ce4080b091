// +groupName=type-utilities.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  partial?: Partial<Base>;
  required?: Required<Base>;
  picked?: Pick<Base, 'a' | 'b'>;
  omitted?: Omit<Base, 'a'>;
  readonly?: Readonly<Base>;
  nonNullable?: NonNullable<Base['c']>;
  excluded?: Exclude<'a' | 'b' | 'c', 'b'>;
  extracted?: Extract<'a' | 'b' | 1, string>;
  nested?: Partial<Pick<Base, 'a'>>;
}

// Base is a base.
export interface Base {
  // A is a text.
  // +kubebuilder:validation:MaxLength=5
  a: string;
  // B is a number.
  // +kubebuilder:validation:Minimum=1
  b?: Int32;
  c: boolean | null;
}
