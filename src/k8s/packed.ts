/** Data that is part of a module in compressed form. */
import { brotliDecompressSync } from 'node:zlib';

/** A function that makes its value at the first call. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A function that unpacks at its first call. */
export function unpack<T>(packed: string): () => T {
  return once(() => JSON.parse(brotliDecompressSync(Buffer.from(packed, 'base64')).toString('utf8')) as T);
}
