/** Examples as libraries: what they export has names that other packages can import. Needs a build. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hovers } from '../editor/language-server.js';
import { sourceProject, typecheck } from '../typecheck.js';
import { exampleNames } from './example-names.js';

const sources = new Map(exampleNames().flatMap((example) => sourcesOf(path.join('examples', example, 'src'))));
/** The line that exports the controller of an example, with the kind that it reconciles. */
const exported = /^export const (?=\w+Controller = controller\((\w+))/m;

test('the examples compile with declarations', async () => {
  const options = { declaration: true, noEmit: false, rootDir: '.', outDir: 'out' };

  expect(await typecheck(sources, { options })).toBe('');
});

test('an editor shows an exported controller by its kind', async () => {
  const marked = new Map(
    [...sources].map(([file, text]) => [file, text.replace(exported, 'export const /*?*/')] as const),
  );
  const controllers = [...sources].filter(([, text]) => exported.test(text));
  const kinds = controllers.map(([, text]) => exported.exec(text)?.[1]);
  const { root, clean } = await sourceProject(marked);

  const shown = await hovers(root, ...controllers.map(([file]) => file)).finally(clean);

  expect(kinds).toHaveLength(exampleNames().length);
  expect(shown.map(({ name, signature }) => signature.replace(`const ${name}: `, ''))).toEqual(
    kinds.map((kind) => `Controller<${kind}>`),
  );
});

function sourcesOf(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.join(folder, file))
    .map((file) => [file, readFileSync(file, 'utf8')]);
}
