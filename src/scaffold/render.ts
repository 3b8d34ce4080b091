/** Handlebars with our settings: strict, no HTML escaping, two named helpers. */
import Handlebars from 'handlebars';

const engine = Handlebars.create();
engine.registerHelper('json', (value: unknown) => JSON.stringify(value));
engine.registerHelper('indent', (text: string, spaces: number) => text.replaceAll(/^(?=.)/gm, ' '.repeat(spaces)));

/** Values that a template may use; one that is missing is an error. */
export type TemplateVariables = Readonly<Record<string, unknown>>;

/** Renders a template; `name` is for messages. */
export function render(template: string, variables: TemplateVariables, name: string): string {
  try {
    return engine.compile(template, { strict: true, noEscape: true, preventIndent: true })(variables);
  } catch (error) {
    throw new Error(`template ${name}: ${(error as Error).message}`, { cause: error });
  }
}
