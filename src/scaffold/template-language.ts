/** What templates may say beyond plain Handlebars, and how strictly they are read. */

/** Values that a template may use; one that is missing is an error. */
export type TemplateVariables = Readonly<Record<string, unknown>>;

/** A template that is ready to use. */
export type Template = (variables: TemplateVariables) => string;

/** Strict, and no HTML escaping. */
export const templateOptions = { strict: true, noEscape: true, preventIndent: true };

/** Teaches an engine our two helpers. */
export function addHelpers(engine: {
  registerHelper(helpers: { json(value: unknown): string; indent(text: string, spaces: number): string }): void;
}): void {
  engine.registerHelper({
    json: (value) => JSON.stringify(value),
    indent: (text, spaces) => text.replaceAll(/^(?=.)/gm, ' '.repeat(spaces)),
  });
}
