/** A CRD with two versions. */
import { widgetCrd } from '../embedded-cluster.js';

/** Widgets in v1 and v2; v1 is stored, unless told otherwise. */
export function twoVersions(more: object = {}, stored = 'v1'): ReturnType<typeof widgetCrd> {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const versions = ['v1', 'v2'].map((name) => ({ name, served: true, storage: name === stored, schema }));
  return widgetCrd({ versions, ...more });
}

/** A conversion by a webhook. */
export function convertedBy(clientConfig: object): object {
  return { conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } } };
}
