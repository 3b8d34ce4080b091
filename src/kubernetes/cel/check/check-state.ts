/** What the type checker knows so far: types of nodes, names in scope, what type parameters are. */
import type { CelProblem, Said } from './check-words.js';
import type { Names } from './functions.js';
import type { Node } from '../syntax/node.js';
import { assign, ERROR, paramOf, substitute, type Type } from './types.js';

/** The overloads that a call can mean, and the function's whole name. */
export interface Reference {
  readonly ids: readonly string[];
  readonly name: string;
}

export class CheckState {
  readonly types = new Map<Node, Type>();
  readonly references = new Map<Node, Reference>();
  readonly problems: CelProblem[] = [];
  /** Variables of the surroundings that the expression reads. */
  readonly used = new Set<string>();
  readonly names: Names;
  private readonly globals: Readonly<Record<string, Type>>;
  private readonly scopes: ReadonlyMap<string, Type>[] = [];
  private readonly bindings = new Map<string, Type>();
  private free = 0;

  constructor(variables: Readonly<Record<string, Type>>, names: Names) {
    this.globals = variables;
    this.names = names;
  }

  /** The type of a variable, or of a type that is named as a value. */
  named(name: string): Type | undefined {
    const local = this.scopes.findLast((scope) => scope.has(name))?.get(name);
    if (local !== undefined) return local;
    if (!Object.hasOwn(this.globals, name)) return this.names.typeNamed(name);
    this.used.add(name);
    return Object.hasOwn(this.globals, name) ? this.globals[name] : undefined;
  }

  /** A variable or type with dots in its name; names of variables come before those of types. */
  qualified(name: string): Type | undefined {
    const [first = ''] = name.split('.');
    if (this.scopes.some((scope) => scope.has(first))) return undefined;
    if (Object.hasOwn(this.globals, name)) {
      this.used.add(name);
      return this.globals[name];
    }
    return Object.hasOwn(this.globals, first) ? undefined : this.names.typeNamed(name);
  }

  enter(variables: ReadonlyMap<string, Type>): void {
    this.scopes.push(variables);
  }

  leave(): void {
    this.scopes.pop();
  }

  /** The type with what is known of its parameters. */
  known(type: Type): Type {
    return substitute(this.bindings, type, false);
  }

  /** The type in the end, with nothing left to find out. */
  final(type: Type): Type {
    return substitute(this.bindings, type, true);
  }

  /** Whether values of the types on the right fit those on the left; parameters are bound if they do. */
  fit(left: readonly Type[], right: readonly Type[]): boolean {
    return assign(this.bindings, left, right);
  }

  newParam(): Type {
    return paramOf(`_var${this.free++}`);
  }

  fail(node: Pick<Node, 'at'>, said: Said): Type {
    this.problems.push({ ...said, at: node.at });
    return ERROR;
  }
}
