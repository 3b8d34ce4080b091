// The module that takes the place of src/scaffold/template-store.ts in the built program: all templates, compiled.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Handlebars from 'handlebars';

/** Must be what src/scaffold/template-language.ts says; a test compares what both programs render. */
const options = { strict: true, noEscape: true, preventIndent: true };

/** Its source. `folder` holds the template sets. */
export function compiledTemplates(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.hbs'))
    .map((file) =>
      file
        .split(path.sep)
        .join('/')
        .replace(/\.hbs$/, ''),
    )
    .sort();
  const entries = names.map((name) => {
    const text = readFileSync(path.join(folder, `${name}.hbs`), 'utf8');
    return `${JSON.stringify(name)}: () => engine.template(${Handlebars.precompile(text, options)}),`;
  });
  return `
import Handlebars from 'handlebars/runtime.js';
import { addHelpers } from './template-language.ts';
const engine = Handlebars.create();
addHelpers(engine);
const templates = {
${entries.join('\n')}
};
export function templateNames(set) {
  const prefix = set + '/';
  return Object.keys(templates).filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}
export function findTemplate(name) {
  const make = templates[name];
  if (make === undefined) throw new Error('there is no such template');
  return make();
}
`;
}

/** The esbuild plugin that puts it there. */
export function templatesPlugin(folder) {
  return {
    name: 'compiled-templates',
    setup: ({ onLoad }) =>
      onLoad({ filter: /[\\/]scaffold[\\/]template-store\.ts$/ }, ({ path: file }) => ({
        contents: compiledTemplates(folder),
        resolveDir: path.dirname(file),
        loader: 'js',
      })),
  };
}
