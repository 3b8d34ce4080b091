/** The public surface of `kbts/runtime/queue`: limiters for the options of a controller, and a work queue by itself. */
export { WorkQueue } from '../queue/work-queue.js';
export type { AddOptions, QueueObserver, Taken, WorkQueueOptions } from '../queue/queue-contract.js';
export {
  bucketLimiter,
  defaultLimiter,
  exponentialLimiter,
  fastSlowLimiter,
  longestOf,
} from '../queue/rate-limiter.js';
