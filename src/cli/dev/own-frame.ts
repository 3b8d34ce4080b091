/** Where in the user's own code an error was thrown. */
import path from 'node:path';

/** `src/controller/a.controller.ts:12:3`, the first frame that is neither Node's nor a package's; undefined without one. */
export function ownFrame(stack: string, root: string): string | undefined {
  for (const line of stack.split('\n')) {
    const place = /^\s+at (?:.*\()?(?:file:\/\/)?([^()]+:\d+:\d+)\)?$/.exec(line)?.[1];
    if (place === undefined || place.startsWith('node:') || place.includes('node_modules')) continue;
    return path.isAbsolute(place) ? path.relative(root, place) : place;
  }
  return undefined;
}
