/** YAML for `kbts/testing`; nothing else here imports the library. */
import { parseAllDocuments, stringify } from 'yaml';

/** All documents of a YAML file; throws with file, line and column on a syntax error. */
export function parseYaml(text: string, file: string): unknown[] {
  return parseAllDocuments(text).flatMap((document) => {
    const [error] = document.errors;
    if (error) throw new SyntaxError(`${file}: ${error.message}`);
    const value: unknown = document.toJS();
    return value === null || value === undefined ? [] : [value];
  });
}

/** One document. */
export function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}
