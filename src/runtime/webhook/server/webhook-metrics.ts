/** Metrics of webhooks, under controller-runtime's names. */
import type { MetricsRegistry } from '../../metrics/registry.js';
import type { WebhookMetrics } from './hook.js';

/**
 * Registers the metrics of a webhook server.
 * @example
 * ```ts
 * const metrics = webhookMetrics(manager.metrics);
 * const server = new WebhookServer({ host: '127.0.0.1', port: 0, metrics });
 * ```
 */
export function webhookMetrics(registry: MetricsRegistry): WebhookMetrics {
  const prefix = 'controller_runtime_webhook';
  const labels = ['webhook'];
  const latency = registry.histogram({ name: `${prefix}_latency_seconds`, help: 'Seconds a call takes', labels });
  const total = registry.counter({
    name: `${prefix}_requests_total`,
    help: 'Calls, by HTTP status',
    labels: [...labels, 'code'],
  });
  const inFlight = registry.gauge({ name: `${prefix}_requests_in_flight`, help: 'Calls being handled', labels });
  const panics = {
    admission: registry.counter({ name: `${prefix}_panics_total`, help: 'Admission calls that failed by a bug' }),
    conversion: registry.counter({
      name: 'controller_runtime_conversion_webhook_panics_total',
      help: 'Conversion calls that failed by a bug',
    }),
  };
  panics.admission.increment({}, 0);
  panics.conversion.increment({}, 0);
  return {
    served(webhook) {
      for (const code of ['200', '500']) total.increment({ webhook, code }, 0);
      inFlight.set(0, { webhook });
    },
    started: (webhook) => inFlight.add(1, { webhook }),
    finished(webhook, code, seconds) {
      inFlight.add(-1, { webhook });
      total.increment({ webhook, code: String(code) });
      latency.observe(seconds, { webhook });
    },
    panicked: (_, type) => panics[type].increment(),
  };
}
