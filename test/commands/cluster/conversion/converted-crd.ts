/** A CRD with two versions, v1 stored. */
import { widgetCrd } from '../embedded-cluster.js';

/** Widgets in v1 and v2. */
export function twoVersions(more: object = {}): ReturnType<typeof widgetCrd> {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const versions = ['v1', 'v2'].map((name) => ({ name, served: true, storage: name === 'v1', schema }));
  return widgetCrd({ versions, ...more });
}

/** A conversion by a webhook. */
export function convertedBy(clientConfig: object): object {
  return { conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } } };
}
