/** Template sets: `templates/<set>/<path>.hbs` becomes `<path>`, with `__name__` replaced by a variable. */
import type { TemplateVariables } from './template-language.js';
import { findTemplate, templateNames } from './template-store.js';

/** A file that a template made. */
export interface RenderedFile {
  readonly path: string;
  readonly text: string;
}

/** Renders every template of a set, sorted by path. */
export function renderSet(set: string, variables: TemplateVariables): RenderedFile[] {
  return templateNames(set).map((name) => ({
    path: outputPath(name, variables),
    text: renderTemplate(`${set}/${name}`, variables),
  }));
}

/** Renders a single template, such as a fragment to insert. */
export function renderTemplate(name: string, variables: TemplateVariables): string {
  try {
    return findTemplate(name)(variables);
  } catch (error) {
    throw new Error(`template ${name}: ${(error as Error).message}`, { cause: error });
  }
}

/** `src/api/__version__/x.ts` → `src/api/v1/x.ts`. */
export function outputPath(template: string, variables: TemplateVariables): string {
  return template.replaceAll(/__([A-Za-z]+)__/g, (_, name: string) => {
    const value = variables[name];
    if (typeof value !== 'string') throw new Error(`the path of template ${template} needs the variable ${name}`);
    return value;
  });
}
