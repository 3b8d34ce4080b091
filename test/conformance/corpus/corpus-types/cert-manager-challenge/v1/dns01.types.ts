import type { Json } from 'kbts/runtime';

/** Solves over DNS, by one of these providers. */
export interface DNS01Solver {
  /** Whether CNAMEs are followed. */
  cnameStrategy?: 'None' | 'Follow';
  /** Servers that are asked whether the record is there. */
  // +listType=atomic
  nameservers?: string[];
  /** Akamai. */
  akamai?: Akamai;
  /** Google. */
  cloudDNS?: CloudDNS;
  /** Cloudflare. */
  cloudflare?: Cloudflare;
  /** Amazon. */
  route53?: Route53;
  /** Microsoft. */
  azureDNS?: AzureDNS;
  /** DigitalOcean. */
  digitalocean?: DigitalOcean;
  /** A server of acme-dns. */
  acmeDNS?: AcmeDNS;
  /** Any server with dynamic updates. */
  rfc2136?: RFC2136;
  /** Anything else. */
  webhook?: DNSWebhook;
}

/** A key of a Secret. */
export interface SecretKeySelector {
  /** The Secret. */
  name: string;
  /** The key. */
  key?: string;
}

/** Akamai. */
export interface Akamai {
  /** The host of the API. */
  serviceConsumerDomain: string;
  /** The client's token. */
  clientTokenSecretRef: SecretKeySelector;
  /** The client's secret. */
  clientSecretSecretRef: SecretKeySelector;
  /** The access token. */
  accessTokenSecretRef: SecretKeySelector;
}

/** Google. */
export interface CloudDNS {
  /** Who we are. */
  serviceAccountSecretRef?: SecretKeySelector;
  /** The project. */
  project: string;
  /** The zone. */
  hostedZoneName?: string;
}

/** Cloudflare. */
export interface Cloudflare {
  /** The account. */
  email?: string;
  /** The key of the account. */
  apiKeySecretRef?: SecretKeySelector;
  /** A token. */
  apiTokenSecretRef?: SecretKeySelector;
}

/** DigitalOcean. */
export interface DigitalOcean {
  /** A token. */
  tokenSecretRef: SecretKeySelector;
}

/** Amazon. */
export interface Route53 {
  /** How we prove who we are. */
  auth?: Route53Auth;
  /** The access key. */
  accessKeyID?: string;
  /** The access key, in a Secret. */
  accessKeyIDSecretRef?: SecretKeySelector;
  /** The secret of the access key. */
  secretAccessKeySecretRef?: SecretKeySelector;
  /** A role to take. */
  role?: string;
  /** The zone. */
  hostedZoneID?: string;
  /** The region. */
  region?: string;
}

/** How we prove who we are. */
export interface Route53Auth {
  /** By a service account of this cluster. */
  kubernetes: Route53KubernetesAuth;
}

/** By a service account. */
export interface Route53KubernetesAuth {
  /** Which one. */
  serviceAccountRef: ServiceAccountReference;
}

/** A service account and who its tokens are for. */
export interface ServiceAccountReference {
  /** Its name. */
  name: string;
  /** Who the tokens are for. */
  // +listType=atomic
  audiences?: string[];
}

/** Microsoft. */
export interface AzureDNS {
  /** Who we are. */
  clientID?: string;
  /** Our secret. */
  clientSecretSecretRef?: SecretKeySelector;
  /** The subscription. */
  subscriptionID: string;
  /** Our tenant. */
  tenantID?: string;
  /** The resource group of the zone. */
  resourceGroupName: string;
  /** The zone. */
  hostedZoneName?: string;
  /** Which cloud. */
  environment?: 'AzurePublicCloud' | 'AzureChinaCloud' | 'AzureGermanCloud' | 'AzureUSGovernmentCloud';
  /** The identity of the machine. */
  managedIdentity?: AzureManagedIdentity;
  /** Whether the zone is public. */
  zoneType?: 'AzurePublicZone' | 'AzurePrivateZone';
}

/** The identity of a machine. */
export interface AzureManagedIdentity {
  /** By client. */
  clientID?: string;
  /** By resource. */
  resourceID?: string;
  /** Its tenant. */
  tenantID?: string;
}

/** A server of acme-dns. */
export interface AcmeDNS {
  /** Where it is. */
  host: string;
  /** Our account. */
  accountSecretRef: SecretKeySelector;
}

/** A server with dynamic updates. */
export interface RFC2136 {
  /** Where it is. */
  nameserver: string;
  /** The secret. */
  tsigSecretSecretRef?: SecretKeySelector;
  /** The name of the key. */
  tsigKeyName?: string;
  /** How messages are signed. */
  tsigAlgorithm?: string;
  /** How to reach it. */
  protocol?: 'TCP' | 'UDP';
}

/** A solver that someone else wrote. */
export interface DNSWebhook {
  /** Its API group. */
  groupName: string;
  /** Its name. */
  solverName: string;
  /** What it needs to know, of any shape. */
  config?: Json;
}
