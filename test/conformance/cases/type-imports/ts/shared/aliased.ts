// Aliased is found through a path alias.
export interface Aliased {
  x?: string;
}
