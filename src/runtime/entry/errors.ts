/** The public surface of `kbts/runtime/errors`: every error of the runtime but `ApiError` and `TerminalError`, for `instanceof`. */
export {
  CacheNotStartedError,
  CacheSyncError,
  NamespaceNotCachedError,
  NotCachedError,
  NotInShardError,
  StaleCacheError,
} from '../cache/cache-error.js';
export { KubeConfigError } from '../client/config/kube-config-error.js';
export { ConnectionError } from '../client/connection/connection-error.js';
export { NoKindMatchError, NoSubresourceError } from '../client/requests/api-error.js';
export { AtomicConditionsError } from '../client/status/condition-owners.js';
export { ReconcileTimeoutError } from '../controller/reconcile-run.js';
export { InvalidResultError } from '../controller/result.js';
export { LeadershipLostError } from '../leader/elector.js';
export { ShutdownTimeoutError } from '../manager/lifecycle.js';
export { InvalidCallError } from '../object/invalid-call.js';
export { AlreadyOwnedError, NotOwnedError } from '../object/owners.js';
