/** Named cases of types that people write, each judged by TypeScript. The table in the book is made of them. */

/** A type with the declarations that it needs. */
export interface TypeCase {
  readonly group: string;
  readonly type: string;
  readonly declarations?: string;
  /** What TypeScript's checker says has code in it, which JSON leaves out. */
  readonly isJudged?: false;
  /** The API server has no schema for it: there is an error with a remedy. */
  readonly isRefused?: boolean;
}

const A = 'interface A { a: string; b?: number | undefined; c?: "x" | "y" | null }';
const BASE = 'interface Base { kind: string; n: number }';
const PHASE = "enum Phase { Pending = 'Pending', Running = 'Running', Failed = 'Failed' }";
const TAGGED = "type Tagged = { t: 'a'; z: string } | { t: 'b'; z: string; y?: number };";

/** All cases, by what they are about. */
export const CASES: readonly TypeCase[] = [
  { group: 'conditions', type: '[number] extends [string] ? { text: string } : { value: number }' },
  {
    group: 'conditions',
    type: 'OrElse<string, number>',
    declarations: 'type OrElse<T, D> = [T] extends [never] ? D : T;',
  },
  {
    group: 'conditions',
    type: "Tail<'a.b' | 'c'>",
    declarations: 'type Tail<S> = S extends `${string}.${infer R}` ? R : S;',
  },
  { group: 'conditions', type: 'Exclude<Phase, Phase.Failed>', declarations: PHASE },
  { group: 'conditions', type: "Exclude<'onStart' | 'other', `on${string}`>" },
  {
    group: 'conditions',
    type: 'ReturnType<typeof make>',
    declarations: 'declare function make(): { a: string; b?: 1 };',
  },
  { group: 'conditions', type: 'Awaited<Promise<string[]>>' },
  { group: 'mapped types', type: 'Required<A>', declarations: A },
  { group: 'mapped types', type: 'Partial<A>', declarations: A },
  { group: 'mapped types', type: '{ [K in keyof A]: A[K] | null }', declarations: A },
  {
    group: 'mapped types',
    type: 'Public<{ _x: string; y?: string }>',
    declarations: 'type Public<T> = { [K in keyof T as K extends `_${string}` ? never : K]: T[K] };',
  },
  {
    group: 'mapped types',
    type: 'Getters<A>',
    declarations: `${A}\ntype Getters<T> = { [K in keyof T as \`get\${Capitalize<string & K>}\`]: T[K] };`,
  },
  {
    group: 'mapped types',
    type: 'Four<Big>',
    declarations:
      "interface Big { a?: string; b?: string; c?: string; d?: string; e?: string }\ntype Simplify<T> = { [K in keyof T]: T[K] } & {};\ntype Need<T, K extends keyof T> = Simplify<Omit<T, K> & Required<Pick<T, K>>>;\ntype Four<T extends Big> = Need<Need<Need<Need<T, 'a'>, 'b'>, 'c'>, 'd'>;",
  },
  {
    group: 'mapped types',
    type: 'Merge<A, { b: string; z: boolean }>',
    declarations: `${A}\ntype Simplify<T> = { [K in keyof T]: T[K] } & {};\ntype Merge<L, R> = Simplify<Omit<L, keyof R> & R>;`,
  },
  {
    group: 'mapped types',
    type: 'Matching<A, string>',
    declarations: `${A}\ntype Matching<T, V> = { [K in keyof T]-?: T[K] extends V ? K : never }[keyof T];`,
  },
  {
    group: 'mapped types',
    type: 'Xor<{ a: string }, { b: string }>',
    declarations:
      'type Without<T, U> = { [P in Exclude<keyof T, keyof U>]?: never };\ntype Xor<T, U> = T | U extends object ? (Without<T, U> & U) | (Without<U, T> & T) : T | U;',
  },
  { group: 'mapped types', type: '{ [P in Phase]?: number }', declarations: PHASE },
  { group: 'mapped types', type: 'Partial<Record<Phase, string>>', declarations: PHASE },
  {
    group: 'mapped types',
    type: 'Deep<{ x: A; y: A[] }>',
    declarations: `${A}\ntype Deep<T> = T extends (infer U)[] ? Deep<U>[] : T extends object ? { [K in keyof T]?: Deep<T[K]> } : T;`,
  },
  { group: 'presence', type: "A['b']", declarations: A },
  { group: 'presence', type: 'Maybe<string>', declarations: 'type Maybe<T> = T | undefined;' },
  { group: 'intersections', type: "Base & ({ kind: 'a'; x: string } | { kind: 'b'; y: number })", declarations: BASE },
  {
    group: 'intersections',
    type: "Simplify<{ kind: 'foo' } & Base>",
    declarations: `${BASE}\ntype Simplify<T> = { [K in keyof T]: T[K] } & {};`,
  },
  { group: 'intersections', type: "{ m: 'x' | 'y' } & { m: 'y' | 'z' }" },
  { group: 'intersections', type: "string & { readonly __brand: 'Id' }" },
  { group: 'unions', type: "{ kind: 'a'; config: { x: string } } | { kind: 'b'; config: { y: string } }" },
  { group: 'unions', type: "{ t: 'a' } | { t: 'b'; s: 'x'; p: string } | { t: 'b'; s: 'y'; q: string }" },
  { group: 'unions', type: "Omit<Tagged, 'z'>", declarations: TAGGED },
  { group: 'unions', type: "Extract<Tagged, { t: 'a' }>", declarations: TAGGED },
  { group: 'unions', type: '{ a: string; b?: never } | { a?: never; b: string }' },
  { group: 'unions', type: 'Partial<Tagged>', declarations: TAGGED },
  { group: 'unions', type: '{ a: string; b?: string } | { a?: string; b: string }' },
  { group: 'unions', type: '{ a: string; b?: string } | { a: string; c?: string }' },
  { group: 'unions', type: "{ t?: 'a'; z: string } | { t: 'b'; y?: number }" },
  { group: 'unions', type: "{ kind: 'a'; v: string } | { kind: 'b'; v: number }" },
  { group: 'unions', type: "{ on: true; x: string } | { on: 'auto'; y?: string }", isRefused: true },
  { group: 'unions', type: '{ v: 1; x: string } | { v: 2; y?: string }' },
  {
    group: 'unions',
    type: "{ kind: 'a'; cfg: { mode: 'x'; p: string } | { mode: 'y'; q: string } } | { kind: 'b' }",
  },
  { group: 'unions', type: "{ t: string; z: string } | { t: 'b'; y?: number }", isRefused: true },
  { group: 'unions', type: '{ a: { x: string } } | { a: { y: string } }', isRefused: true },
  { group: 'unions', type: '{ x: string } | { x: string }[]', isRefused: true },
  { group: 'unions', type: 'unknown | string', isRefused: true },
  {
    group: 'unions',
    type: 'Result<{ z: string }>',
    declarations: 'type Result<T> = { ok: 1; value: T } | { ok: 0; error: string };',
  },
  { group: 'unions', type: "'a' | 'b' | (string & {})" },
  { group: 'unions', type: "'a' | 'b' | (string & Record<never, never>)" },
  { group: 'unions', type: "'x' | 'y' | null" },
  { group: 'unions', type: 'string | string[]', isRefused: true },
  { group: 'unions', type: "boolean | 'auto'", isRefused: true },
  {
    group: 'unions',
    type: "Double | 'auto'",
    declarations: "import type { Double } from 'kbts/runtime';",
    isRefused: true,
  },
  { group: 'unions', type: "{ kind: 'a'; /** @default 1 */ size?: number } | { kind: 'b' }", isRefused: true },
  { group: 'names', type: 'Inner.Deep', declarations: 'namespace Inner { export interface Deep { x: string } }' },
  {
    group: 'names',
    type: 'Merged',
    declarations: 'class Merged { x!: string }\ninterface Merged { y: string }',
  },
  {
    group: 'names',
    type: 'Foo.Inner',
    declarations: 'interface Foo { self: string }\nnamespace Foo { export interface Inner { inner: string } }',
  },
  {
    group: 'names',
    type: 'Spec2',
    declarations:
      'const Mixin = <T extends new (...a: never[]) => object>(B: T) => class extends (B as new () => object) { m = 1 };\nclass X {}\nclass Spec2 extends Mixin(X) { z!: string }',
    isRefused: true,
  },
  { group: 'names', type: 'Self', declarations: 'interface Self { self?: this; name: string }', isRefused: true },
  { group: 'names', type: 'Read', declarations: 'interface Read { get v(): string; set v(x: string); w?: number }' },
  {
    group: 'names',
    type: 'Code',
    declarations: 'class Code { a!: string; protected n = 1; get b(): string { return this.a } }',
    isJudged: false,
  },
  {
    group: 'names',
    type: 'Named',
    declarations: "const NAME = 'my-key';\ninterface Named { [NAME]: string; 1?: string; 0x10?: string }",
  },
  { group: 'names', type: 'E', declarations: "enum E { A = 'A' }\nenum E { B = 'B' }" },
  { group: 'others', type: 'keyof typeof SIZES', declarations: 'const SIZES = { small: 1, large: 2 } as const;' },
  { group: 'others', type: '(typeof ROLES)[number]', declarations: "const ROLES = ['admin', 'user'] as const;" },
  {
    group: 'others',
    type: 'typeof PLAIN',
    declarations: "const PLAIN = { a: 'x', n: 3, nested: { deep: true, list: [1, 2] } };",
  },
  {
    group: 'others',
    type: "(typeof LIST)[number]['id']",
    declarations: "const LIST = [{ id: 'x', v: 1 }, { id: 'y', v: 2 }] as const;",
  },
  {
    group: 'others',
    type: '(typeof SAT)[keyof typeof SAT]',
    declarations: "const SAT = { a: 'one', b: 'two' } as const satisfies Record<string, string>;",
  },
  { group: 'others', type: 'Num', declarations: 'enum Num { X, Y, Z = 10, W }' },
  { group: 'others', type: '`${Phase}`', declarations: PHASE },
  { group: 'others', type: 'keyof typeof Phase', declarations: PHASE },
  { group: 'others', type: "`v${number}` | 'latest'" },
  { group: 'others', type: "`${'a' | 'b'}-${'c' | 'd'}`" },
  { group: 'others', type: 'Record<string | number, string>' },
  { group: 'others', type: "Omit<{ [key: string]: string }, 'a'>" },
  { group: 'others', type: '{ [key: `x-${string}`]: string }', isRefused: true },
  { group: 'others', type: '{ [key: number]: string }', isRefused: true },
  { group: 'others', type: '{ [key: string]: string | number; [index: number]: string }', isRefused: true },
  { group: 'others', type: 'Record<`x-${string}`, string>', isRefused: true },
  { group: 'others', type: 'string[] & { 0: string }', isRefused: true },
  { group: 'others', type: 'unknown & { a: string }' },
  { group: 'others', type: 'Pick<A, never>', declarations: A },
  { group: 'others', type: 'Record<never, string>' },
  { group: 'others', type: '[]', isRefused: true },
  { group: 'others', type: 'never[]', isRefused: true },
  { group: 'others', type: '{ a: never; b: string }', isRefused: true },
  { group: 'others', type: '{ a?: never; b: string }' },
  { group: 'others', type: 'bigint', isRefused: true },
  { group: 'others', type: 'symbol', isRefused: true },
  { group: 'others', type: 'any', isRefused: true },
  { group: 'others', type: '() => void', isRefused: true },
  { group: 'others', type: 'Set<string>', isRefused: true },
  { group: 'others', type: 'RegExp', isRefused: true },
  { group: 'others', type: 'Endless', declarations: 'type Endless = { a: Endless };', isRefused: true },
  { group: 'others', type: '[string, string?]' },
  { group: 'others', type: '[string, number]', isRefused: true },
  { group: 'others', type: 'Uppercase<string>', isRefused: true },
  { group: 'others', type: 'Map<string, string>', isRefused: true },
  { group: 'others', type: '{ a: string; [key: string]: string }', isRefused: true },
  { group: 'others', type: 'Tree', declarations: 'interface Tree { children?: Tree[] }', isRefused: true },
];
