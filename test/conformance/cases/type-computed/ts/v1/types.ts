// +groupName=type-computed.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  mapped?: { [Key in keyof Base]?: Base[Key] };
  named?: { [Key in 'one' | 'two']: Int32 };
  renamed?: { [Key in 'one' | 'two' as `is-${Key}`]?: boolean };
  filtered?: { [Key in keyof Base as Exclude<Key, 'a' | 'c'>]: Base[Key] };
  indexed?: Base['b'];
  item?: Things[number];
  conditional?: Element<string[]>;
  distributed?: Long<'a' | 'bb' | 'cc'>;
  keys?: keyof Base;
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

export type Things = { x?: string }[];
export type Element<T> = T extends (infer Item)[] ? Item : never;
export type Long<T> = T extends 'a' ? never : T;
