// +groupName=acme.cert-manager.io

import type { CustomResource, Time } from 'kbts/runtime';
import type { ChallengeSolver } from './solver.types.js';

/** Proves to a certificate authority that a name is ours. */
// +kubebuilder:resource:categories=cert-manager;cert-manager-acme
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=State,type=string,JSONPath=.status.state
// +kubebuilder:printcolumn:name=Domain,type=string,JSONPath=.spec.dnsName
// +kubebuilder:printcolumn:name=Reason,type=string,JSONPath=.status.reason,priority=1
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp
// +kubebuilder:selectablefield:JSONPath=.spec.issuerRef.group
// +kubebuilder:selectablefield:JSONPath=.spec.issuerRef.kind
// +kubebuilder:selectablefield:JSONPath=.spec.issuerRef.name
export interface Challenge extends CustomResource<ChallengeSpec, ChallengeStatus> {}

/** What is to be proved, and how. */
export interface ChallengeSpec {
  /** Where the authority keeps the challenge. */
  url: string;
  /** Where the authority keeps the authorization. */
  authorizationURL: string;
  /** The name to prove. */
  dnsName: string;
  /** Whether it stands for all names below it. */
  wildcard?: boolean;
  /** How it is proved. */
  type: 'HTTP-01' | 'DNS-01';
  /** What the authority gave us. */
  token: string;
  /** What the authority shall find. */
  key: string;
  /** Who puts it there. */
  solver: ChallengeSolver;
  /** Who wants the certificate. */
  issuerRef: IssuerReference;
}

/** Names an issuer. */
export interface IssuerReference {
  /** Its name. */
  name: string;
  /** Its kind. */
  kind?: string;
  /** Its API group. */
  group?: string;
}

/** How the proof is going. */
export interface ChallengeStatus {
  /** Whether we are at it. */
  processing?: boolean;
  /** Whether the proof is in its place. */
  presented?: boolean;
  /** Since when. */
  presentedAt?: Time;
  /** Why, in a sentence. */
  reason?: string;
  /** What the authority says. */
  state?: 'valid' | 'ready' | 'pending' | 'processing' | 'invalid' | 'expired' | 'errored';
}
