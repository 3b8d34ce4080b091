/** The checks of the network, by group and kind. */
import type { KindChecks } from '../kind-checks.js';
import { endpointSlice } from './endpoint-slice.js';
import { ingress, ingressClass } from './ingress.js';
import { networkPolicy } from './network-policy.js';

/** By `group/Kind`. */
export const kinds: Readonly<Record<string, KindChecks>> = {
  'networking.k8s.io/Ingress': ingress,
  'networking.k8s.io/IngressClass': ingressClass,
  'networking.k8s.io/NetworkPolicy': networkPolicy,
  'discovery.k8s.io/EndpointSlice': endpointSlice,
};
