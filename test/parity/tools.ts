import path from 'node:path';
import { binaryFolder } from '../control-plane/build.mjs';

/** The kubectl that belongs to the pinned control plane; one on the PATH may be years old. */
export function kubectl(): string {
  return path.join(binaryFolder(), 'kubectl');
}
