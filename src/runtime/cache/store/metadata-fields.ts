/** The part of a field selector that can be judged without asking the server: name and namespace. */

interface Term {
  readonly field: 'name' | 'namespace';
  readonly value: string;
  readonly isEqual: boolean;
}

/** What a field selector says about metadata. */
export interface MetadataFields {
  /** True when the selector asks for nothing but name and namespace. */
  readonly isComplete: boolean;
  /** False when name or namespace rule the object out. A part that is left out is not judged. */
  admits(metadata: { readonly name?: string; readonly namespace?: string }): boolean;
}

/** Reads a selector such as `metadata.namespace!=kube-system,spec.nodeName=a`. */
export function metadataFields(selector: string | undefined): MetadataFields {
  const parts = (selector ?? '').split(',').filter((part) => part.trim() !== '');
  const terms = parts.map(termOf).filter((term) => term !== undefined);
  return {
    isComplete: terms.length === parts.length,
    admits: (metadata) =>
      terms.every(({ field, value, isEqual }) => {
        const actual = metadata[field];
        return actual === undefined || (actual === value) === isEqual;
      }),
  };
}

function termOf(part: string): Term | undefined {
  const [, field, operator, value] = /^\s*metadata\.(name|namespace)\s*(==|=|!=)([^=]*)$/.exec(part) ?? [];
  if ((field !== 'name' && field !== 'namespace') || value === undefined) return undefined;
  return { field, value: value.trim(), isEqual: operator !== '!=' };
}
