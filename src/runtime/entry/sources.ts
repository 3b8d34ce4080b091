/** The public surface of `kbts/runtime/sources`: events from elsewhere for `.source(…)`, and which keys an event queues. */
export { enqueueMapped, enqueueObject, enqueueOwner } from '../controller/event-handler.js';
export { fromIterable, functionSource, informerSource, intervalSource } from '../controller/source.js';
