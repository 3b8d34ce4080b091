/** Template sets: `templates/<set>/<path>.hbs` becomes `<path>`, with `__name__` replaced by a variable. */
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { packageRoot } from '../package-root.js';
import { render, type TemplateVariables } from './render.js';

/** A file that a template made. */
export interface RenderedFile {
  readonly path: string;
  readonly text: string;
}

/** Renders every template of a set, sorted by path. */
export async function renderSet(set: string, variables: TemplateVariables): Promise<RenderedFile[]> {
  const folder = path.join(packageRoot(), 'templates', set);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const templates = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.hbs'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
  return Promise.all(
    templates.map(async (template) => ({
      path: outputPath(template, variables),
      text: render(await readFile(path.join(folder, template), 'utf8'), variables, `${set}/${template}`),
    })),
  );
}

/** Renders a single template, such as a fragment to insert. */
export async function renderTemplate(template: string, variables: TemplateVariables): Promise<string> {
  const file = path.join(packageRoot(), 'templates', `${template}.hbs`);
  return render(await readFile(file, 'utf8'), variables, template);
}

/** `src/api/__version__/x.ts.hbs` → `src/api/v1/x.ts`. */
export function outputPath(template: string, variables: TemplateVariables): string {
  return template.replace(/\.hbs$/, '').replaceAll(/__([A-Za-z]+)__/g, (_, name: string) => {
    const value = variables[name];
    if (typeof value !== 'string') throw new Error(`the path of template ${template} needs the variable ${name}`);
    return value;
  });
}
