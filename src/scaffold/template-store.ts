/**
 * The templates as files, compiled when they are used. The built program has another module in this place, with all
 * of them compiled beforehand (see scripts/build-templates.mjs): compiling was a third of the time of `kbts init`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Handlebars from 'handlebars';
import { packageRoot } from '../package-root.js';
import { addHelpers, templateOptions, type Template } from './template-language.js';

const engine = Handlebars.create();
addHelpers(engine);

/** Names of the templates of a set, without the set and `.hbs`, sorted. */
export function templateNames(set: string): string[] {
  const folder = path.join(packageRoot(), 'templates', set);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.hbs'))
    .map((file) =>
      file
        .split(path.sep)
        .join('/')
        .replace(/\.hbs$/, ''),
    )
    .sort();
}

/** The template `<set>/<name>`. */
export function findTemplate(name: string): Template {
  return compile(readFileSync(path.join(packageRoot(), 'templates', `${name}.hbs`), 'utf8'));
}

/** A template from its text. */
export function compile(text: string): Template {
  return engine.compile(text, templateOptions);
}
