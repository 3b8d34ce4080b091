// +groupName=typescript.kbts.dev

import type { CustomResource, EmbeddedResource, Int32, Json } from 'kbts/runtime';
import type { Container, PodSpec } from 'kbts/k8s';

/** Constructs that Go cannot say. */
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  inline?: { a: string; nested?: { b: Int32 }[] };
  generic?: Box<string>;
  boxes?: Box<Box<Int32>>[];
  partial?: Partial<Base>;
  required?: Required<Base>;
  picked?: Pick<Base, 'a' | 'b'>;
  omitted?: Omit<Base, 'a'>;
  record?: Record<'x' | 'y', Int32>;
  both?: Base & { extra?: string };
  mapped?: { [K in keyof Base]?: Base[K] };
  flags?: { [K in 'one' | 'two' as `is-${K}`]: boolean };
  indexed?: Base['b'];
  keys?: keyof Base;
  values?: (typeof LEVELS)[number];
  table?: (typeof TABLE)[keyof typeof TABLE];
  excluded?: Exclude<'a' | 'b' | 'c', 'b'>;
  extracted?: Extract<'a' | 'b' | 1, string>;
  conditional?: Elem<string[]>;
  upper?: Uppercase<'on' | 'off'>;
  expanded?: `${'a' | 'b'}${1 | 2}`;
  member?: Mode.Fast;
  class?: Settings;
  json?: Json;
  embedded?: EmbeddedResource;
  sidecars?: Pick<Container, 'name' | 'image'>[];
  pods?: Partial<PodSpec>;
  readonly frozen?: Readonly<Base>;
}

export interface Box<T> {
  value: T;
  note?: string;
}

export interface Base {
  /** The first. */
  a: string;
  // +kubebuilder:validation:Minimum=1
  b?: Int32;
}

const LEVELS = ['low', 'high'] as const;
const TABLE = { First: 'first', Second: 'second' } as const;
type Elem<T> = T extends (infer Item)[] ? Item : never;

export enum Mode {
  Fast = 'Fast',
  Slow = 'Slow',
}

export class Settings {
  /** Seen. */
  visible!: string;
  private hidden = 1;
  static shared = 2;
}
