/** Features of a chart: components of config/, each switched by a value. */

interface FeatureFacts {
  /** The folder in config/components. */
  readonly component: string;
  /** Where the switch is in values.yaml. */
  readonly value: string;
  /** Another feature that must be on. */
  readonly needs?: string;
}

/** In the order in which kustomize must apply their components. */
export const features = {
  metrics: { component: 'metrics', value: 'metrics.enabled' },
  prometheus: { component: 'prometheus', value: 'prometheus.enabled', needs: 'metrics' },
  networkPolicy: { component: 'network-policy', value: 'networkPolicy.enabled' },
  certManager: { component: 'cert-manager', value: 'certManager.enabled' },
  metricsCertificate: { component: 'metrics-tls', value: 'metrics.certManager.enabled', needs: 'metrics' },
  podDisruptionBudget: { component: 'pdb', value: 'podDisruptionBudget.enabled' },
} as const satisfies Record<string, FeatureFacts>;

/** The name of a feature. */
export type Feature = keyof typeof features;

/** All names, in their order. */
export const featureNames = Object.keys(features) as Feature[];

/** The features and all that they need, in their order. */
export function withNeeds(chosen: Iterable<Feature>): Feature[] {
  const all = new Set<string>();
  for (const feature of chosen) {
    all.add(feature);
    const { needs }: FeatureFacts = features[feature];
    if (needs !== undefined) all.add(needs);
  }
  return featureNames.filter((name) => all.has(name));
}

/**
 * Sets of features that are rendered to find out what each of them adds: none, each alone, each pair, all. Two features
 * that change one place together show in their pair.
 */
export function samplesOf(available: readonly Feature[]): Feature[][] {
  const chosen: Feature[][] = [[], [...available]];
  available.forEach((first, index) => {
    chosen.push([first]);
    for (const second of available.slice(index + 1)) chosen.push([first, second]);
  });
  const byKey = new Map(chosen.map((one) => withNeeds(one)).map((one) => [one.join(), one]));
  return [...byKey.values()];
}
