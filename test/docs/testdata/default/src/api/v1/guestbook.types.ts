import type { Condition, CustomResource, Int32 } from 'kbts/runtime';

export interface GuestbookSpec {
  replicas?: Int32;
  tier: 'free' | 'paid';
  configMapName?: string;
}

export interface GuestbookStatus {
  conditions?: Condition[];
  readyReplicas?: Int32;
}

export interface Guestbook extends CustomResource<GuestbookSpec, GuestbookStatus> {}
