/** Which kustomize components a project has, what each is for, and what it needs. */

/** What a component is for, and what it needs. The order is that in which kustomize must apply them. */
export const components = {
  metrics: { summary: 'metrics over HTTPS on port 8443, for those who may read them' },
  webhook: { summary: 'webhook server with self-managed certificates', needsWebhooks: true },
  prometheus: { summary: 'ServiceMonitor for the Prometheus operator', needs: 'metrics' },
  'network-policy': { summary: 'NetworkPolicy that lets only metrics and webhook traffic in' },
  'cert-manager': {
    summary: 'webhook certificates from cert-manager',
    needs: 'webhook',
    replacements: 'cert_manager_replacements.yaml',
  },
  'metrics-tls': {
    summary: 'metrics certificates from cert-manager',
    needs: 'metrics',
    replacements: 'metrics_tls_replacements.yaml',
  },
  pdb: { summary: 'PodDisruptionBudget' },
  ha: { summary: 'two replicas, spread over nodes' },
} as const satisfies Record<string, ComponentFacts>;

/** What is known of a component. */
export interface ComponentFacts {
  readonly summary: string;
  readonly needs?: string;
  readonly needsWebhooks?: boolean;
  readonly replacements?: string;
}

/** The name of a component. */
export type Component = keyof typeof components;

/** All names, in their order. */
export const componentNames = Object.keys(components) as Component[];
