/** What admission handlers are given and what they answer, as types. */
import type { Logger } from '../../log/logger.js';
import type { GVK } from '../../object/kind.js';
import type { KubeObject } from '../../object/meta.js';

/** Group, version and resource, as `apps`, `v1`, `deployments`. */
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** Who sent a request, as the API server authenticated it. */
export interface UserInfo {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** What a user wants to do to an object. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** One request that the API server asks about. */
export interface AdmissionRequest {
  readonly uid: string;
  readonly kind: GVK;
  readonly resource: GroupVersionResource;
  /** `status` or `scale` when the request is about a subresource. */
  readonly subResource?: string | undefined;
  readonly requestKind?: GVK | undefined;
  readonly requestResource?: GroupVersionResource | undefined;
  readonly requestSubResource?: string | undefined;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly operation: AdmissionOperation;
  readonly userInfo: UserInfo;
  readonly object?: unknown | undefined;
  readonly oldObject?: unknown | undefined;
  readonly dryRun?: boolean | undefined;
  readonly options?: unknown | undefined;
}

/** Given to every handler beside the object. */
export interface AdmissionContext {
  readonly request: AdmissionRequest;
  /** Aborted when the API server no longer waits for the answer. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Shows `message` to the user, whatever the verdict. */
  warn(this: void, message: string): void;
}

/** What is wrong with one field. */
export interface FieldCause {
  /** A path such as `spec.replicas` or `spec.items[0].name`. */
  readonly field: string;
  readonly message: string;
  /** `FieldValueInvalid` unless given. */
  readonly reason?: string | undefined;
}

/** Why a request is denied. */
export type Denial = {
  /** Shown to the user. */
  readonly deny: string;
  /** The HTTP status: by default 422 with `causes`, and 403 without. */
  readonly code?: number | undefined;
  readonly reason?: string | undefined;
  /** The fields that are wrong. */
  readonly causes?: readonly FieldCause[] | undefined;
};

/** Nothing: allowed. Otherwise why not. */
export type Verdict = void | Denial;

/** Fills in what the user left out, by changing `draft`. */
export interface Defaulter<T extends KubeObject> {
  default(draft: T, context: AdmissionContext): void | Promise<void>;
}

/** Judges changes. An operation without a method is allowed. */
export interface Validator<T extends KubeObject> {
  create?(object: T, context: AdmissionContext): Verdict | Promise<Verdict>;
  update?(old: T, object: T, context: AdmissionContext): Verdict | Promise<Verdict>;
  delete?(object: T, context: AdmissionContext): Verdict | Promise<Verdict>;
}

/** The `response` of an `AdmissionReview`. */
export interface AdmissionResponse {
  readonly allowed: boolean;
  readonly status?: AdmissionStatus;
  readonly patch?: string;
  readonly patchType?: 'JSONPatch';
  readonly warnings?: readonly string[];
}

/** Why a request was refused, in the form of `metav1.Status`. */
export interface AdmissionStatus {
  readonly code: number;
  readonly status?: 'Success' | 'Failure';
  readonly reason?: string;
  readonly message?: string;
  readonly details?: unknown;
}

/** Answers one admission request. */
export type AdmissionHandler = (request: AdmissionRequest, context: AdmissionContext) => Promise<AdmissionResponse>;
