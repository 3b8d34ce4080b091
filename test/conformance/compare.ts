/** What comparisons with controller-gen have in common. */
import { parseAllDocuments } from '../../src/yaml.js';

/** The documents of a YAML text without what controller-gen adds to no effect; integers are exact. */
export function documents(text: string): unknown[] {
  return parseAllDocuments(text, { intAsBigInt: true }).map((document) => tidy(document.toJS()));
}

/** What controller-gen adds without meaning: its version, and empty subresources. */
function tidy(object: unknown): unknown {
  const crd = object as {
    metadata?: { annotations?: Record<string, string> };
    spec?: { versions?: { subresources?: object }[] };
  };
  const annotations = crd.metadata?.annotations;
  if (annotations !== undefined) {
    delete annotations['controller-gen.kubebuilder.io/version'];
    if (Object.keys(annotations).length === 0) delete crd.metadata?.annotations;
  }
  for (const version of crd.spec?.versions ?? []) {
    if (version.subresources !== undefined && Object.keys(version.subresources).length === 0)
      delete version.subresources;
  }
  return object;
}
