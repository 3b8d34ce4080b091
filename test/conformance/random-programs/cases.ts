/** Named cases of types that people write, each judged by TypeScript. The table in the book is made of them. */

/** A type with the declarations that it needs. */
export interface TypeCase {
  readonly group: string;
  readonly type: string;
  readonly declarations?: string;
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
  { group: 'unions', type: 'Partial<Tagged>', declarations: TAGGED, isRefused: true },
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
  { group: 'names', type: 'E', declarations: "enum E { A = 'A' }\nenum E { B = 'B' }" },
  { group: 'others', type: 'keyof typeof SIZES', declarations: 'const SIZES = { small: 1, large: 2 } as const;' },
  { group: 'others', type: '(typeof ROLES)[number]', declarations: "const ROLES = ['admin', 'user'] as const;" },
  { group: 'others', type: '[string, string?]' },
  { group: 'others', type: '[string, number]', isRefused: true },
  { group: 'others', type: 'Uppercase<string>', isRefused: true },
  { group: 'others', type: 'Map<string, string>', isRefused: true },
  { group: 'others', type: '{ a: string; [key: string]: string }', isRefused: true },
  { group: 'others', type: 'Tree', declarations: 'interface Tree { children?: Tree[] }', isRefused: true },
];
