/** Plurals that surprise: the table that kubebuilder uses has mistakes, and they end up in URLs. */

/** Whether a derived plural is one that a user should look at. */
export function isOddPlural(kind: string, plural: string): boolean {
  const lower = kind.toLowerCase();
  if (plural === lower)
    return !/(?:s|data|media|fish|sheep|info|ware|news|series|species|equipment|information)$/.test(lower);
  return plural.length > lower.length + 3 || (/([a-z]{3,})\1/.test(plural) && !/([a-z]{3,})\1/.test(lower));
}
