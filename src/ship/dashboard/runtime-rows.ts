/** What the dashboard of controllers shows: reconciles, queues, calls to the API server, webhooks. */
import { quantiles, rateBy, type Row, select } from './panel.js';

/** The rows; those of webhooks only when the operator has some. */
export function runtimeRows({ hasWebhooks }: { readonly hasWebhooks: boolean }): Row[] {
  return [reconciles, queues, requests, ...(hasWebhooks ? [webhooks] : [])];
}

const reconciles: Row = {
  title: 'Reconciles',
  panels: [
    {
      title: 'Reconciles by result',
      description: 'How often each controller reconciles, and how that ends.',
      unit: 'ops',
      queries: [
        {
          expr: rateBy('controller, result', 'controller_runtime_reconcile_total'),
          legend: '{{controller}} {{result}}',
        },
      ],
    },
    {
      title: 'Reconcile errors',
      description: 'Reconciles that failed. Terminal ones are not tried again.',
      unit: 'ops',
      queries: [
        { expr: rateBy('controller', 'controller_runtime_reconcile_errors_total'), legend: '{{controller}}' },
        {
          expr: rateBy('controller', 'controller_runtime_terminal_reconcile_errors_total'),
          legend: '{{controller}} terminal',
        },
        {
          expr: rateBy('controller', 'controller_runtime_reconcile_timeouts_total'),
          legend: '{{controller}} timeout',
        },
        { expr: rateBy('controller', 'controller_runtime_reconcile_panics_total'), legend: '{{controller}} panic' },
      ],
    },
    {
      title: 'Reconcile duration',
      description: 'Seconds that a reconcile takes.',
      unit: 's',
      queries: quantiles('controller', 'controller_runtime_reconcile_time_seconds'),
    },
    {
      title: 'Workers in use',
      description: 'Share of the workers that are reconciling now. At 100 % new keys wait.',
      unit: 'percentunit',
      queries: [
        {
          expr: `sum by (controller) (${select('controller_runtime_active_workers')}) / sum by (controller) (${select('controller_runtime_max_concurrent_reconciles')})`,
          legend: '{{controller}}',
        },
      ],
    },
  ],
};

const queues: Row = {
  title: 'Work queues',
  panels: [
    {
      title: 'Queue depth',
      description: 'Keys that are ready and wait for a worker, by priority.',
      unit: 'short',
      queries: [{ expr: `sum by (name, priority) (${select('workqueue_depth')})`, legend: '{{name}} {{priority}}' }],
    },
    {
      title: 'Keys added',
      description: 'Keys that became ready.',
      unit: 'ops',
      queries: [{ expr: rateBy('name', 'workqueue_adds_total'), legend: '{{name}}' }],
    },
    {
      title: 'Keys added with a delay',
      description: 'Keys that are tried again later, after an error or because the reconciler asked for it.',
      unit: 'ops',
      queries: [{ expr: rateBy('name', 'workqueue_retries_total'), legend: '{{name}}' }],
    },
    {
      title: 'Time in queue',
      description: 'Seconds that a key waits before a worker takes it.',
      unit: 's',
      queries: quantiles('name', 'workqueue_queue_duration_seconds'),
    },
    {
      title: 'Time in work',
      description: 'Seconds that a key is in work.',
      unit: 's',
      queries: quantiles('name', 'workqueue_work_duration_seconds'),
    },
    {
      title: 'Unfinished work',
      description: 'Seconds that keys which are in work now have been in work: all together, and the longest.',
      unit: 's',
      queries: [
        { expr: `sum by (name) (${select('workqueue_unfinished_work_seconds')})`, legend: '{{name}}' },
        {
          expr: `max by (name) (${select('workqueue_longest_running_processor_seconds')})`,
          legend: '{{name}} longest',
        },
      ],
    },
  ],
};

const requests: Row = {
  title: 'API server',
  panels: [
    {
      title: 'Requests',
      description: 'Requests to the API server, by method and status.',
      unit: 'ops',
      queries: [{ expr: rateBy('method, code', 'rest_client_requests_total'), legend: '{{method}} {{code}}' }],
    },
    {
      title: 'Request duration',
      description: 'Seconds until the response began; watches are not counted.',
      unit: 's',
      queries: quantiles('verb', 'rest_client_request_duration_seconds'),
    },
    {
      title: 'Applies',
      description: 'Server-side applies: sent, or unchanged and so not sent.',
      unit: 'ops',
      queries: [{ expr: rateBy('kind, result', 'kbts_client_apply_total'), legend: '{{kind}} {{result}}' }],
    },
    {
      title: 'Leader',
      description: 'Which pod leads. Two at a time would be wrong.',
      unit: 'bool_on_off',
      queries: [{ expr: `max by (pod) (${select('leader_election_master_status')})`, legend: '{{pod}}' }],
    },
  ],
};

const webhooks: Row = {
  title: 'Webhooks',
  panels: [
    {
      title: 'Webhook calls',
      description: 'Calls by path and HTTP status.',
      unit: 'ops',
      queries: [
        { expr: rateBy('webhook, code', 'controller_runtime_webhook_requests_total'), legend: '{{webhook}} {{code}}' },
      ],
    },
    {
      title: 'Webhook latency',
      description: 'Seconds that a call takes.',
      unit: 's',
      queries: quantiles('webhook', 'controller_runtime_webhook_latency_seconds'),
    },
    {
      title: 'Webhook calls in flight',
      description: 'Calls that are being handled now.',
      unit: 'short',
      queries: [
        {
          expr: `sum by (webhook) (${select('controller_runtime_webhook_requests_in_flight')})`,
          legend: '{{webhook}}',
        },
      ],
    },
  ],
};
