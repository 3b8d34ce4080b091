/** Random type programs: declarations, and fields whose types are computed from them in every way that TypeScript has. */

/** One file of types with many fields. */
export interface TypeProgram {
  readonly text: string;
  /** Names of the fields of `Spec`, with their types as written. */
  readonly fields: readonly Field[];
}

/** A field of `Spec`. */
export interface Field {
  readonly name: string;
  readonly type: string;
  /** The alias that the type is, however it is wrapped: its markers must be there. */
  readonly alias?: 'Name' | 'Count';
  /** The optional property that is the alias, of a field that must not be refused. */
  readonly property?: string;
  /** What the markers of a property say that the type is taken from: it is in the schema, or a warning says that it is not. */
  readonly keeps?: string;
}

/** Numbers that depend on a seed alone. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 up to, but not including, `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  pick<T>(list: readonly T[]): T {
    const chosen = list[this.below(list.length)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** `count` different members, in their order. */
  some<T>(list: readonly T[], count: number): T[] {
    const chosen = new Set<T>();
    while (chosen.size < Math.min(count, list.length)) chosen.add(this.pick(list));
    return list.filter((member) => chosen.has(member));
  }
}

/** Generic types that every program has, as people write them. */
const TOOLS = `
export interface Box<T> { value: T; label?: string }
export type Simplify<T> = { [K in keyof T]: T[K] } & {};
export type Copy<T> = { [K in keyof T]: T[K] };
export type Opt<T> = { [K in keyof T]?: T[K] };
export type Must<T> = { [K in keyof T]-?: T[K] };
export type Nullable<T> = { [K in keyof T]: T[K] | null };
export type Maybe<T> = T | undefined;
export type MyPick<T, K extends keyof T> = { [P in K]: T[P] };
export type MyOmit<T, K extends PropertyKey> = { [P in keyof T as P extends K ? never : P]: T[P] };
export type Without_<T> = { [K in keyof T as K extends \`_\${string}\` ? never : K]: T[K] };
export type Getters<T> = { [K in keyof T as \`get\${Capitalize<string & K>}\`]: T[K] };
export type SetOpt<T, K extends keyof T> = Simplify<Omit<T, K> & Partial<Pick<T, K>>>;
export type SetReq<T, K extends keyof T> = Simplify<Omit<T, K> & Required<Pick<T, K>>>;
export type Merge<A, B> = Simplify<Omit<A, keyof B> & B>;
export type ValueOf<T> = T[keyof T];
export type KeysOf<T, V> = { [K in keyof T]-?: T[K] extends V ? K : never }[keyof T];
export type Item<T> = T extends readonly (infer U)[] ? U : T;
export type Unbox<T> = T extends Box<infer V> ? V : T;
export type Alone<T> = [T] extends [string] ? 'text' : [T] extends [number] ? 'number' : 'other';
export type Kind<T> = T extends string ? 'text' : T extends number ? 'number' : T extends boolean ? 'flag' : T extends object ? 'object' : 'none';
export type Lists<T> = T extends string[] ? 'texts' : T extends number[] ? 'numbers' : 'other';
export type OrElse<T, D> = [T] extends [never] ? D : T;
export type Tail<S> = S extends \`\${string}.\${infer R}\` ? R : S;
export type Head<S extends string> = S extends \`\${infer H}-\${string}\` ? H : S;
export type Deep<T> = T extends (infer U)[] ? Deep<U>[] : T extends object ? { [K in keyof T]?: Deep<T[K]> } : T;
export type Strings<T> = { [K in keyof T]: T[K] extends number ? string : T[K] };
`;

/** Properties with markers, and what a schema has from them. */
const MARKED = {
  port: '"minimum":7',
  name: '"maxLength":40',
  tags: '"maxItems":5',
  mode: "self != 'never'",
  config: '"minProperties":1',
} as const;

const MARKED_TYPES = `
export interface Config { size: Int32; color?: string }
export interface Marked {
  // +kubebuilder:validation:Minimum=7
  port: Int32;
  // +kubebuilder:validation:MaxLength=40
  name?: string;
  // +kubebuilder:validation:MaxItems=5
  tags: string[];
  // +kubebuilder:validation:XValidation:rule="self != 'never'"
  mode: 'on' | 'off';
  // +kubebuilder:validation:MinProperties=1
  config: Config;
}
export interface Outer { inner: Marked }
export type Take<T, K extends keyof T> = T extends { [P in K]: infer V } ? V : never;
export type Get<T, Path extends string> = Path extends \`\${infer H}.\${infer R}\` ? (H extends keyof T ? Get<T[H], R> : never) : Path extends keyof T ? T[Path] : never;
export type First<T> = T extends readonly [infer H, ...unknown[]] ? H : never;
export type Last<T> = T extends readonly [...unknown[], infer L] ? L : never;
export type MapValue<T> = T extends Record<string, infer V> ? V : never;
export type ArgumentOf<F> = F extends (given: infer A, ...rest: never[]) => unknown ? A : never;
export type Only<T, V> = { [K in keyof T as T[K] extends V ? K : never]: T[K] };
export declare const marked: Marked;
export declare function giveMarked(): Marked;
export declare function give<K extends keyof Marked>(key: K): Marked[K];
export declare function identity<T>(given: T): T;
`;

const KEYS = ['a', 'b', 'c', '_x', 'kind', 'size'];
const WORDS = ['red', 'blue', 'a.b', 'x-y', 'on', 'off', 'Pending'];
const LIMIT = 3;

class Writer {
  readonly random: Random;
  private objects: { readonly name: string; readonly keys: readonly string[] }[] = [];
  private scalars: string[] = ['string', 'boolean', 'number', 'Int32'];
  private unions: string[] = [];

  constructor(random: Random) {
    this.random = random;
  }

  /** Interfaces, aliases with and without markers, an enum and literals. */
  declarations(): string {
    const { random } = this;
    const lines: string[] = [];
    lines.push(`// +kubebuilder:validation:MaxLength=63\nexport type Name = string;`);
    lines.push(`// +kubebuilder:validation:Minimum=${random.below(9)}\nexport type Count = Int32;`);
    lines.push(
      `export type Text = string;`,
      `export enum Phase { Pending = 'Pending', Ready = 'Ready', Gone = 'Gone' }`,
    );
    this.scalars.push('Name', 'Count', 'Text');
    for (let index = 0; index < 3; index++) {
      lines.push(
        `export type U${index} = ${random
          .some(WORDS, 2 + random.below(3))
          .map(quote)
          .join(' | ')};`,
      );
      this.unions.push(`U${index}`);
    }
    for (let index = 0; index < 4; index++) {
      const keys = random.some(KEYS, 2 + random.below(3));
      const members = keys.map((key) => `  ${key}${random.chance(35) ? '?' : ''}: ${this.member(index)};`);
      const isInterface = random.chance(60);
      const body = `{\n${members.join('\n')}\n}`;
      lines.push(isInterface ? `export interface O${index} ${body}` : `export type O${index} = ${body};`);
      this.objects.push({ name: `O${index}`, keys });
    }
    const [first, second] = [this.member(0), this.member(0)];
    lines.push(`export interface A1 { tag: 'one'; p: ${first} }`, `export interface A2 { tag: 'two'; q?: ${second} }`);
    return lines.join('\n');
  }

  private member(depth: number): string {
    const { random } = this;
    const scalar = this.scalar(0);
    const nested = depth > 0 ? random.pick(this.objects).name : scalar;
    const extra = random.pick(['', '', '', ' | null', ' | undefined']);
    return random.pick([scalar, scalar, scalar, `${wrap(scalar)}[]`, nested]) + extra;
  }

  /** A type whose values are texts, numbers or booleans. */
  scalar(depth: number): string {
    const { random } = this;
    const inner = (): string => (depth >= LIMIT ? random.pick(this.scalars) : this.scalar(depth + 1));
    const union = (): string => random.pick(this.unions);
    const { name, keys } =
      this.objects.length === 0 ? { name: '{ a: string }', keys: ['a'] } : random.pick(this.objects);
    return random.pick<() => string>([
      () => random.pick(this.scalars),
      () => random.pick(this.scalars),
      union,
      () => quote(random.pick(WORDS)),
      () => random.pick(['Phase', 'Phase.Ready', 'Exclude<Phase, Phase.Gone>', '`${Phase}`']),
      () => `Exclude<${union()} | ${quote(random.pick(WORDS))}, ${quote(random.pick(WORDS))}>`,
      () => `Extract<${union()}, \`\${string}.\${string}\` | 'on'>`,
      () => `Exclude<${union()}, \`\${string}-\${string}\`>`,
      () => `keyof ${name}`,
      () => `Exclude<keyof ${name}, ${quote(random.pick(keys))}>`,
      () => `Uppercase<${union()}>`,
      () => `\`\${${union()}}-\${'x' | 'y'}\``,
      () => `Tail<${union()}>`,
      () => `Head<${union()}>`,
      () => `Kind<${inner()}>`,
      () => `Alone<${inner()}>`,
      () => `Lists<${wrap(inner())}[]>`,
      () => `NonNullable<${wrap(inner())} | null>`,
      () => `OrElse<${random.pick(['never', inner()])}, ${inner()}>`,
      () => `Unbox<Box<${inner()}>>`,
      () => `Item<${wrap(inner())}[]>`,
      () => `Box<${inner()}>['value']`,
      () => `{ z: ${inner()} }['z']`,
      () => `[${inner()}][0]`,
      () => `(${inner()} extends string ? ${inner()} : ${inner()})`,
      () => `Awaited<Promise<${inner()}>>`,
      () => `KeysOf<${name}, string>`,
    ])();
  }

  /** A type whose values are objects. */
  object(depth: number): string {
    const { random } = this;
    const { name, keys } = random.pick(this.objects);
    const key = quote(random.pick(keys));
    const inner = (): string => (depth >= LIMIT ? name : this.object(depth + 1));
    return random.pick<() => string>([
      () => name,
      () => `{ x: ${this.scalar(depth + 1)}; y?: ${inner()} }`,
      () => `Partial<${inner()}>`,
      () => `Required<${inner()}>`,
      () => `Readonly<${inner()}>`,
      () => `Pick<${name}, ${key}>`,
      () => `Omit<${name}, ${key}>`,
      () => `MyPick<${name}, ${key}>`,
      () => `MyOmit<${name}, ${key}>`,
      () => `SetOpt<${name}, ${key}>`,
      () => `SetReq<${name}, ${key}>`,
      () => `Simplify<${inner()}>`,
      () => `Copy<${inner()}>`,
      () => `Opt<${inner()}>`,
      () => `Must<${inner()}>`,
      () => `Nullable<${name}>`,
      () => `Without_<${inner()}>`,
      () => `Getters<${name}>`,
      () => `Strings<${name}>`,
      () => `Deep<${name}>`,
      () => `Merge<${name}, { z: ${this.scalar(depth + 1)} }>`,
      () => `Box<${inner()}>`,
      () => `Box<${this.scalar(depth + 1)}>`,
      () => `Record<${random.pick(this.unions)}, ${this.scalar(depth + 1)}>`,
      () => `Record<string, ${this.scalar(depth + 1)}>`,
      () => `{ [K in ${random.pick(this.unions)}]?: ${this.scalar(depth + 1)} }`,
      () => `${name} & { z: ${this.scalar(depth + 1)} }`,
      () => `Simplify<${name} & { w?: ${this.scalar(depth + 1)} }>`,
      () => `Simplify<{ kind: string } & { kind: 'x' | 'y'; v: ${this.scalar(depth + 1)} }>`,
      () => `A1 | A2`,
      () => `{ n: ${this.scalar(depth + 1)} } & (A1 | A2)`,
      () => `Extract<A1 | A2, { tag: 'one' }>`,
      () => `Exclude<A1 | A2, { tag: 'one' }>`,
      () => `Partial<A1 | A2>`,
      () => `Omit<A1 | A2, 'p'>`,
      () => `NonNullable<${inner()} | null>`,
      () => `Maybe<${inner()}>`,
      () => `(${this.scalar(depth + 1)} extends string ? ${inner()} : ${inner()})`,
    ])();
  }

  /** A type that is an alias with markers, taken through computed types. */
  keeping(alias: string, depth: number): string {
    if (depth === 0) return alias;
    const inner = this.keeping(alias, depth - 1);
    const { random } = this;
    return random.pick([
      `NonNullable<${inner} | null>`,
      `Exclude<${inner} | null, null>`,
      `Extract<${inner} | null, string | number>`,
      `{ k: ${inner}; l: boolean }['k']`,
      `Partial<{ k: ${inner} }>['k']`,
      `Required<{ k?: ${inner} }>['k']`,
      `Pick<{ k: ${inner}; l: boolean }, 'k'>['k']`,
      `Omit<{ k: ${inner}; l: boolean }, 'l'>['k']`,
      `Simplify<{ k: ${inner} } & { l: boolean }>['k']`,
      `Copy<{ k: ${inner} }>['k']`,
      `Without_<{ k: ${inner}; _l: boolean }>['k']`,
      `Record<'k', ${inner}>['k']`,
      `Box<${inner}>['value']`,
      `[${inner}][0]`,
      `(${inner})[][number]`,
      `Item<(${inner})[]>`,
      `Maybe<${inner}>`,
      `(true extends true ? ${inner} : boolean)`,
      `(string extends number ? boolean : ${inner})`,
    ]);
  }

  /** An object with an optional property `k` that is an alias with markers; most of these only the checker computes. */
  keepingOptional(alias: string): string {
    const { random } = this;
    const other = random.pick(['l: boolean', "l?: 'x' | 'y'", 'l: string[]']);
    const optional = `{ k?: ${alias}; ${other} }`;
    const required = `{ k: ${alias}; ${other} }`;
    return random.pick([
      `Partial<${required}>`,
      `Opt<${required}>`,
      `Copy<${optional}>`,
      `SetOpt<${required}, 'k'>`,
      `MyOmit<${optional}, 'l'>`,
      `Without_<{ k?: ${alias}; _${other} }>`,
      `Without_<Partial<{ k: ${alias}; _${other} }>>`,
      `Merge<${optional}, { m: boolean }>`,
      `Simplify<Partial<${required}> & { m: boolean }>`,
      `Exclude<{ tag: 'one'; k?: ${alias} } | { tag: 'two' }, { tag: 'two' }>`,
      `Awaited<Promise<${optional}>>`,
      `ReturnType<() => ${optional}>`,
      `Parameters<(given: Partial<${required}>) => void>[0]`,
      `Extract<${optional} | string, object>`,
      `(['a'] extends [\`\${infer _}\`] ? ${optional} : never)`,
    ]);
  }

  /** A type that is taken from a property with markers. */
  taken(key: keyof typeof MARKED, depth: number): string {
    if (depth === 0) return `Marked[${quote(key)}]`;
    const inner = this.taken(key, depth - 1);
    const { random } = this;
    const k = quote(key);
    const name = key === 'name' ? 'name?' : key;
    const getter = `get${key.charAt(0).toUpperCase()}${key.slice(1)}`;
    return random.pick([
      `(Marked extends { ${name}: infer P } ? P : never)`,
      `(Outer extends { inner: { ${name}: infer P } } ? P : never)`,
      `(Outer extends { inner: infer I } ? I extends { ${name}: infer P } ? P : never : never)`,
      `Take<Required<Marked>, ${k}>`,
      `Get<Marked, ${k}>`,
      `Get<Outer, 'inner.${key}'>`,
      `Outer['inner'][${k}]`,
      `{ [K in keyof Marked]: Marked[K] }[${k}]`,
      `{ [K in ${k}]: Marked[K] }[${k}]`,
      `Only<Required<Marked>, Marked[${k}]>[${k}]`,
      `Getters<Marked>[${quote(getter)}]`,
      `Getters<Required<Marked>>`,
      `Only<Required<Marked>, Marked[${k}]>`,
      `Nullable<Marked>[${k}]`,
      `Nullable<Marked>`,
      `Deep<Marked>[${k}]`,
      `Must<Marked>[${k}]`,
      `ValueOf<Pick<Marked, ${k}>>`,
      `(Marked & { z: string })[${k}]`,
      `Extract<Marked | string, object>[${k}]`,
      `Parameters<(given: Marked) => void>[0][${k}]`,
      `Awaited<Promise<Marked>>[${k}]`,
      `typeof marked.${key}`,
      `(typeof marked)[${k}]`,
      `ReturnType<typeof giveMarked>[${k}]`,
      `ReturnType<typeof give<${k}>>`,
      `ReturnType<typeof identity<${inner}>>`,
      `ReturnType<() => ${inner}>`,
      `Parameters<(given: ${inner}) => void>[0]`,
      `ArgumentOf<(given: ${inner}) => void>`,
      `Awaited<Promise<${inner}>>`,
      `First<[${inner}, boolean]>`,
      `Last<[boolean, ${inner}]>`,
      `[${inner}, boolean][0]`,
      `MapValue<Record<string, ${inner}>>`,
      `MapValue<{ a: ${inner} }>`,
      `Unbox<Box<${inner}>>`,
      `Item<(${inner})[]>`,
      `(${inner})[]`,
      `Record<string, ${inner}>`,
      `{ q: ${inner} }`,
      `Partial<{ q: ${inner} }>`,
      `Simplify<{ q: ${inner} } & { w: boolean }>`,
      ...(key === 'config' ? ['Simplify', 'Partial', 'Copy', 'Readonly', 'Opt', 'Must', 'Without_', 'Deep'] : []).map(
        (tool) => `${tool}<${inner}>`,
      ),
      `NonNullable<${inner}>`,
      `Maybe<${inner}>`,
      `OrElse<${inner}, never>`,
      `(true extends true ? ${inner} : never)`,
      `(${inner} extends infer X ? X : never)`,
      `(${inner} extends unknown ? ${inner} : never)`,
    ]);
  }

  type(): string {
    const { random } = this;
    return random.pick<() => string>([
      () => this.scalar(0),
      () => this.object(0),
      () => this.object(0),
      () => `${wrap(random.chance(50) ? this.scalar(1) : this.object(1))}[]`,
      () => `Maybe<${this.scalar(1)}>`,
      () => `${wrap(this.scalar(1))} | null`,
      () => `${random.pick(this.objects).name}[${quote('kind')}]`,
      () => `ValueOf<{ m: ${this.scalar(1)}; n: ${this.scalar(1)} }>`,
    ])();
  }
}

function quote(text: string): string {
  return `'${text}'`;
}

function wrap(type: string): string {
  return `(${type})`;
}

/** A file with `count` fields. */
export function makeProgram(seed: number, count: number): TypeProgram {
  const writer = new Writer(new Random(seed));
  const declarations = writer.declarations();
  const fields = Array.from({ length: count }, (_, index): Field => {
    const name = `f${index}`;
    if (writer.random.chance(10)) {
      const key = writer.random.pick(Object.keys(MARKED) as (keyof typeof MARKED)[]);
      return { name, type: writer.taken(key, writer.random.below(4)), keeps: MARKED[key] };
    }
    if (!writer.random.chance(15)) return { name, type: writer.type() };
    const alias = writer.random.pick(['Name', 'Count'] as const);
    if (writer.random.chance(30)) return { name, type: writer.keepingOptional(alias), alias, property: 'k' };
    return { name, type: writer.keeping(alias, 1 + writer.random.below(4)), alias };
  });
  const text = [
    '// +groupName=random.kbts.dev',
    '',
    "import type { CustomResource, Int32 } from 'kbts/runtime';",
    TOOLS,
    MARKED_TYPES,
    declarations,
    'export interface Row extends CustomResource<Spec> {}',
    'export interface Spec {',
    ...fields.map(({ name, type }) => `  ${name}: ${type};`),
    '}',
    '',
  ].join('\n');
  return { text, fields };
}
