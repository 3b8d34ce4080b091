/** Sizes of values, as the costs of calls count them. */
import { Cidr, Ip } from '../run/networks.js';
import { CelMap } from '../run/values.js';

/** What one character of a string costs to look at. */
const TRAVERSAL = 0.1;

/** Characters, bytes, items or entries; 1 for everything else. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return characters(value);
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length;
  if (value instanceof CelMap) return value.size;
  if (value instanceof Ip) return value.width / 8;
  return value instanceof Cidr ? Math.ceil(value.length / 8) : 1;
}

function characters(text: string): number {
  let count = text.length;
  // The second half of a pair is no character of its own.
  for (let at = 1; at < text.length; at++)
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) count--;
  return count;
}

/** Looking once at so many characters. */
export function traversal(size: number): number {
  return Math.ceil(size * TRAVERSAL);
}

/** Looking at a value with all that is in it, in bytes. */
export function depthCost(value: unknown): number {
  if (typeof value === 'string') return Math.floor(Buffer.byteLength(value) * TRAVERSAL);
  if (value instanceof Uint8Array) return Math.floor(value.length * TRAVERSAL);
  if (Array.isArray(value)) return value.reduce((total: number, item: unknown) => total + depthCost(item), 0);
  if (value instanceof CelMap)
    return value.pairs().reduce((total, [key, item]) => total + depthCost(key) + depthCost(item), 0);
  return 1;
}
