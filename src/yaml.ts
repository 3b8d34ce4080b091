/** YAML with our settings; nothing else imports the library. */
import { parse, parseAllDocuments, parseDocument, stringify } from 'yaml';

export { isMap, isNode, isPair, isScalar, isSeq } from 'yaml';
export type { Document, Pair, YAMLMap, YAMLSeq } from 'yaml';
export { parseAllDocuments, parseDocument };

/** Long strings stay on one line, so that a changed word is a one-line diff. */
export function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, version: '1.1', schema: 'core' });
}

/** Parses one document; throws on syntax errors. */
export function fromYaml(text: string): unknown {
  const value: unknown = parse(text, { version: '1.2' });
  return value;
}
