/** Where in a CRD a finding is: the API server reports some fields where its own type has them. */

/** What all versions share is reported as a field of the spec; it is looked for in the first version. */
const MOVED: readonly (readonly [RegExp, string])[] = [
  [/^spec\.validation\b/, 'spec.versions[0].schema'],
  [/^spec\.schema\b/, 'spec.versions[0].schema'],
  [/^spec\.version\b(?!s)/, 'spec.versions[0].name'],
  [/^spec\.(additionalPrinterColumns|subresources|selectableFields)\b/, 'spec.versions[0].$1'],
  [/^spec\.conversion\.webhookClientConfig\b/, 'spec.conversion.webhook.clientConfig'],
  [/^spec\.conversion\.conversionReviewVersions\b/, 'spec.conversion.webhook.conversionReviewVersions'],
  [/(additionalPrinterColumns\[\d+\])\.JSONPath$/, '$1.jsonPath'],
];

/** The field of a finding as keys and indexes, such as `['spec', 'versions', 0, 'name']`. */
export function findingPlace(field: string): (string | number)[] {
  const place = MOVED.reduce((text, [from, to]) => text.replace(from, to), field);
  return [...place.matchAll(/\[([^\][]*)\]|[^.[]+/g)].map(([whole, inside]) => {
    if (inside === undefined) return whole;
    return /^\d+$/.test(inside) ? Number(inside) : inside;
  });
}
