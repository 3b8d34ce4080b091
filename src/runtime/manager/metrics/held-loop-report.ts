/** A log line and a metric for whatever holds the event loop. */
import { heldLoop, type HeldLoop } from '../../held-loop.js';
import type { Logger } from '../../log/logger.js';
import type { MetricsRegistry } from '../../metrics/registry.js';

const SECONDS = [0.2, 0.5, 1, 2, 5, 10, 15, 30, 60];

/** Names the controller and the object, or the webhook. Returns a function that ends it. */
export function reportHeldLoop(
  { log, metrics }: { log: Logger; metrics: MetricsRegistry },
  loop: HeldLoop = heldLoop,
): () => void {
  const held = metrics.histogram({
    name: 'kbts_event_loop_held_seconds',
    help: 'Seconds for which one reconcile or webhook call kept everything else from running, when above 0.2',
    labels: ['by'],
    buckets: SECONDS,
  });
  return loop.listen((work, heldMs) => {
    const about = work.about?.() ?? {};
    const by = String(about['controller'] ?? about['webhook'] ?? 'unknown');
    held.observe(heldMs / 1000, { by });
    log.error('the event loop was held: probes, watches, webhooks and the lease waited for this code', {
      ...about,
      heldMs: Math.round(heldMs),
    });
  });
}
