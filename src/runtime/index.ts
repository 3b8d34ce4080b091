/** The public surface of `kbts/runtime`. */
export * from './object/schema-types.js';
export * from './object/meta.js';
export * from './object/kind.js';
export * from './object/readonly.js';
export type * from './object/event.js';
export type * from './client/transport.js';
export type * from './client/client.js';
export * from './controller/reconcile.js';
export type * from './runnable.js';
export type * from './log/logger.js';
