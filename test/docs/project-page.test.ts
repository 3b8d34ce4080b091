/** The page about the project names every file of one, and nothing else. */
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Names of files and folders, with `<kind>` and `*` for any name. */
async function namedPaths(): Promise<string[]> {
  const page = await readFile('docs/book/project.md', 'utf8');
  const table = page.slice(page.indexOf('| path |'), page.indexOf('In a project with several groups'));
  const cells = table.split('\n').map((line) => line.split(' | ')[0] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

const patternOf = (name: string): RegExp => {
  const any = name.split(/<\w+>|\*/).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${any.join('[^/]+')}(?:/|$)`);
};

test('every file of a project is in the table, and every entry of the table is in one', async () => {
  const projects = ['test/golden/projects/guestbook', 'examples/app'];
  const files = (
    await Promise.all(
      projects.map(async (root) =>
        (await readdir(root, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => path.posix.join(path.relative(root, entry.parentPath), entry.name)),
      ),
    )
  )
    .flat()
    // Written by hand beside the controller, or not by kbts.
    .filter((file) => !/children|^node_modules\/|^dist\/|package-lock\.json$/.test(file));
  const patterns = (await namedPaths()).map((name) => ({ name, pattern: patternOf(name) }));

  const unnamed = files.filter((file) => !patterns.some(({ pattern }) => pattern.test(file)));
  const unused = patterns.filter(({ pattern }) => !files.some((file) => pattern.test(file)));

  expect(patterns.length).toBeGreaterThan(20);
  expect(unnamed).toEqual([]);
  // It is there in projects that did not get kbts from a registry.
  expect(unused.map(({ name }) => name)).toEqual(['vendor/']);
});
