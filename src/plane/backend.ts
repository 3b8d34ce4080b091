/** The parts of the server that handlers share. */
import type { ApiObject } from './storage/api-object.js';
import type { Authorizer } from './access/authorizer.js';
import type { WallClock } from './wall-clock.js';
import type { ObjectStore } from './storage/object-store.js';
import type { ResourceRegistry } from './resources/resource-registry.js';
import type { ResourceType } from './resources/resource-type.js';
import type { UserInfo } from './access/user-info.js';

/** What admission is asked about. */
export interface AdmissionAttempt {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
  readonly type: ResourceType;
  /** The kind of the objects, where a subresource has its own. */
  readonly kind?: { readonly group: string; readonly version: string; readonly kind: string };
  readonly subresource: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
  readonly user: UserInfo;
  readonly isDryRun: boolean;
  /** The `meta.k8s.io/v1` options object of the request. */
  readonly options?: ApiObject['spec'];
  /** Messages for `Warning` headers; admission adds to it. */
  readonly warnings: string[];
}

/** Everything that may change or refuse a write. Throws a StatusError to refuse. */
export interface Admission {
  /** The object after all changes. */
  mutate(attempt: AdmissionAttempt): Promise<ApiObject | undefined>;
  validate(attempt: AdmissionAttempt): Promise<void>;
}

/** Objects between the versions of a custom resource. */
export interface Conversion {
  /** Objects that are not stored yet, in this version. */
  toVersion(objects: readonly ApiObject[], type: ResourceType): Promise<ApiObject[]>;
  /** Stored objects as this version shows them. */
  fromStorage(objects: readonly ApiObject[], type: ResourceType): Promise<ApiObject[]>;
  /** The same for one object, without waiting; undefined when a webhook has to convert it. */
  fromStorageNow(object: ApiObject, type: ResourceType): ApiObject | undefined;
  /** An object as it is stored. */
  toStorage(object: ApiObject, type: ResourceType): Promise<ApiObject>;
}

/** The shared parts. */
export interface Backend {
  readonly store: ObjectStore;
  readonly registry: ResourceRegistry;
  readonly clock: WallClock;
  readonly admission: Admission;
  readonly conversion: Conversion;
  /** Who may do what. */
  authorizer(): Authorizer;
  /** Called after a CustomResourceDefinition or another object that changes the server was written. */
  log(message: string): void;
}
