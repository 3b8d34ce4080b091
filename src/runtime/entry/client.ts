/** The public surface of `kbts/runtime/client`: connections, and other ways to write than `apply`, `create` and `modify`. */
export { createTransport } from '../client/connection/http-transport.js';
export { parseClusterConfig } from '../client/config/kube-config.js';
export { fromClientNode, toClientNode } from '../client/config/client-node.js';
export { createOrUpdate, type CreateOrUpdateResult } from '../client/writes/create-or-update.js';
export { createOrPatch, type CreateOrPatchResult } from '../client/writes/create-or-patch.js';
export { mergeFrom } from '../client/writes/merge-from.js';
export { type Backoff, retryOnConflict } from '../client/writes/retry-on-conflict.js';
export { addFinalizer, removeFinalizer } from '../client/writes/finalizer-patch.js';
export { finalizers } from '../object/finalizers.js';
export { jsonPatch } from '../object/json-patch.js';
export { applyMergePatch, diffMergePatch } from '../object/merge-patch.js';
