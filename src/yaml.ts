/** YAML with our settings; nothing else imports the library. What it reads may have been written to break it. */
import * as yaml from 'yaml';
import { stringify, YAMLParseError, type Document } from 'yaml';
import { deepestYaml, isTooDeep } from './kubernetes/yaml/depth.js';

export { isMap, isNode, isPair, isScalar, isSeq } from 'yaml';
export type { Document, Node, Pair, YAMLMap, YAMLSeq } from 'yaml';

type Options = yaml.ParseOptions & yaml.DocumentOptions & yaml.SchemaOptions;

/** Parses one document. Never throws: all that is wrong with the text is in `errors`. */
export function parseDocument(text: string, options: Options = {}): Document.Parsed {
  if (isTooDeep(text)) return withError(yaml.parseDocument('', options), tooDeep());
  return checked(yaml.parseDocument(text, { ...options, uniqueKeys: false }), text);
}

/** Parses a stream of documents. Never throws: all that is wrong with one is in its `errors`. */
export function parseAllDocuments(text: string, options: Options = {}): Document.Parsed[] {
  if (isTooDeep(text)) return [withError(yaml.parseDocument('', options), tooDeep())];
  const documents = yaml.parseAllDocuments(text, { ...options, uniqueKeys: false });
  return Array.isArray(documents) ? documents.map((document) => checked(document, text)) : [];
}

/** Long strings stay on one line, so that a changed word is a one-line diff. */
const written = { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const;

/** Characters that Kubernetes' parser refuses, or takes for the end of a line; in quotes they can be escaped. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Text that both YAML 1.2 and Kubernetes, which reads 1.1, understand as this value: `yes` and `1_000` are in quotes. */
export function toYaml(value: unknown): string {
  const text = stringify(value, written);
  if (text.search(unprintable) < 0) return text;
  const document = new yaml.Document(value, written);
  yaml.visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && scalar.value.search(unprintable) >= 0) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return escaped(document.toString(written));
}

/** A string in double quotes, on one line. */
export function quoted(text: string): string {
  return escaped(JSON.stringify(text));
}

function escaped(text: string): string {
  return text.replaceAll(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A value for a document without a schema: the text that means it. */
export function textNode(value: unknown): yaml.Node {
  const node: unknown = parseDocument(toYaml({ value }), { schema: 'failsafe' }).get('value', true);
  if (!yaml.isNode(node)) throw new Error('a value is not a node');
  return node;
}

/** Whether aliases elsewhere may mean a part of this node. */
export function hasAnchor(node: yaml.Node): boolean {
  let isFound = false;
  yaml.visit(node, {
    Value: (_, { anchor }) => {
      isFound ||= anchor !== undefined;
    },
  });
  return isFound;
}

/** Parses one document; throws on errors. */
export function fromYaml(text: string): unknown {
  const document = parseDocument(text, { version: '1.2' });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  const value: unknown = document.toJS();
  return value;
}

/**
 * Keys that come twice are found here, because the library compares each with each. Aliases are expanded when values are
 * asked for, and then a few lines can become gigabytes.
 */
function checked(document: Document.Parsed, text: string): Document.Parsed {
  if (document.errors.length > 0) return document;
  let aliases = 0;
  yaml.visit(document, {
    Alias: () => void aliases++,
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!yaml.isScalar(key)) continue;
        if (seen.has(key.value)) withError(document, twice(key, text));
        seen.add(key.value);
      }
    },
  });
  if (aliases === 0) return document;
  try {
    document.toJS();
    return document;
  } catch (error) {
    return withError(document, new YAMLParseError([0, 1], 'BAD_ALIAS', (error as Error).message));
  }
}

function twice({ range, value }: yaml.Scalar, text: string): YAMLParseError {
  const [start = 0, end = start + 1] = range ?? [];
  const lines = text.slice(0, start).split('\n');
  const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
  return new YAMLParseError([start, end], 'DUPLICATE_KEY', `the key ${String(value)} is there twice at ${place}`);
}

function withError(document: Document.Parsed, error: YAMLParseError): Document.Parsed {
  document.errors.push(error);
  return document;
}

function tooDeep(): YAMLParseError {
  return new YAMLParseError([0, 1], 'IMPOSSIBLE', `it is nested deeper than ${deepestYaml} levels`);
}
