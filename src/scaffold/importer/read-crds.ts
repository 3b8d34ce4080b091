/** The CRDs that a YAML or JSON text has, each checked. */
import { UserError } from '../../errors.js';
import { deepestYaml, isTooDeep } from '../../kubernetes/yaml/depth.js';
import { parseAllDocuments } from '../../yaml.js';
import { checkCrd } from './check-crd.js';
import type { Crd } from './crd.js';
import { isMap, withNumbers } from './crd-parts.js';
import { inMessage } from './source-text.js';

/** A CRD and the document that it was read from. */
export interface ReadCrd {
  readonly crd: Crd;
  /** YAML with this CRD and nothing else. */
  readonly text: string;
}

/** All CRDs of a YAML file, in order; other objects are left alone. Throws a user error when one of them is not valid. */
export function readCrds(text: string, source: string): ReadCrd[] {
  const documents = parse(text, source);
  return documents.flatMap(({ value, text: own }): ReadCrd[] => {
    if (!isMap(value)) return [];
    if (value['kind'] === 'List' && Array.isArray(value['items']) && value['items'].some(isCrd)) {
      throw broken(source, 'has CRDs inside a List', 'give each CRD a document of its own');
    }
    if (!isCrd(value)) return [];
    if (value['apiVersion'] !== 'apiextensions.k8s.io/v1') {
      const version = inMessage(JSON.stringify(value['apiVersion']) ?? 'no apiVersion');
      throw broken(
        source,
        `has a CRD of ${version}`,
        'convert it to apiextensions.k8s.io/v1: Kubernetes 1.22 and later serve no other version',
      );
    }
    return [{ crd: checkCrd(value, source), text: own }];
  });
}

function isCrd(value: unknown): boolean {
  return isMap(value) && value['kind'] === 'CustomResourceDefinition';
}

function parse(text: string, source: string): { readonly value: unknown; readonly text: string }[] {
  if (isTooDeep(text))
    throw broken(source, `is nested deeper than ${deepestYaml} levels`, 'give a CRD that a server takes');
  try {
    // A double would round what is beyond 2^53, in the types as well as in the text of one of several documents.
    const documents = parseAllDocuments(text, { intAsBigInt: true });
    return documents.map((document) => {
      const [error] = document.errors;
      if (error !== undefined) throw error;
      // Objects beside a CRD are left out: whoever installs the file would install them as well.
      return { value: withNumbers(document.toJS()), text: documents.length === 1 ? text : String(document) };
    });
  } catch (error) {
    // Besides its own errors, the parser ends with others at too many aliases and at too deep nesting.
    const line = /^[ \t]*(?:-[ \t]+)?\{\{[^{}\n]*\}\}|:\s*\{\{[^{}\n]*\}\}/m.exec(text);
    if (line !== null) {
      throw broken(
        source,
        `is a template of Helm: "${inMessage(line[0].trim())}"`,
        'render it first: helm template <chart> --include-crds',
        error,
      );
    }
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw broken(source, `is not valid YAML: ${inMessage(reason)}`, 'correct the file', error);
  }
}

function broken(source: string, problem: string, fix: string, cause?: unknown): UserError {
  return new UserError('crd-invalid', `${inMessage(source)} ${problem}`, { fix, cause });
}
