// Shared is in a file without the marker.
export interface Shared {
  c: string;
}
