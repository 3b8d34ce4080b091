// Sibling is next door.
export interface Sibling {
  // Name of it.
  name: string;
}
