/** Which files are sources: folders, files and globs → absolute paths. */
import path from 'node:path';
import { type FileView, viewFiles } from './files.js';

/** The sources that `paths` select, sorted; `src` by default. */
export function listSources(
  root: string,
  paths: readonly string[] = ['src'],
  files: Pick<FileView, 'sourcesBelow'> = viewFiles(),
): string[] {
  const found = paths.flatMap((pattern) => {
    const star = pattern.search(/[*?{[]/);
    if (star < 0) return files.sourcesBelow(path.resolve(root, pattern.replace(/\/\.\.\.$/, '')));
    const folder = pattern.slice(0, star).replace(/(?<![^/])[^/]*$/, '');
    const matches = globToRegExp(path.posix.normalize(pattern));
    const relative = (file: string): string => path.relative(root, file).split(path.sep).join('/');
    return files.sourcesBelow(path.resolve(root, folder)).filter((file) => matches.test(relative(file)));
  });
  return [...new Set(found)].sort();
}

function globToRegExp(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*\*\/?|\*|\?|\{[^{}]*\}|[.+^$()|[\]\\]/g, (token) => {
    if (token.startsWith('**')) return token.endsWith('/') ? '(?:.*/)?' : '.*';
    if (token === '*') return '[^/]*';
    if (token === '?') return '[^/]';
    if (token.startsWith('{')) return `(?:${token.slice(1, -1).split(',').join('|')})`;
    return `\\${token}`;
  });
  return new RegExp(`^${source}(?:/.*)?$`);
}
