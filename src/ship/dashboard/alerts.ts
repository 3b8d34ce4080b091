/** Alert rules for the metrics of operators, as an object of the Prometheus operator. */
import { toYaml } from '../../yaml.js';
import type { JsonMap } from '../json.js';

/** A condition that someone should look at. */
export interface Alert {
  readonly name: string;
  readonly severity: 'critical' | 'warning';
  /** How long the condition must last. */
  readonly lasts: string;
  readonly expr: string;
  readonly summary: string;
  readonly description: string;
}

/** What the rules are made for. */
export interface AlertFacts {
  readonly project: string;
  readonly hasWebhooks: boolean;
}

/** The rules. `$labels` and `$value` are Prometheus' own. */
export function alertsOf({ project, hasWebhooks }: AlertFacts): Alert[] {
  const of = (metric: string, ...matchers: string[]): string =>
    `${metric}{${[`job="${project}"`, ...matchers].join(', ')}}`;
  return [
    ...managerAlerts(of),
    ...reconcileAlerts(of),
    ...queueAlerts(of),
    ...processAlerts(of),
    ...(hasWebhooks ? webhookAlerts(of) : []),
  ];
}

type Select = (metric: string, ...matchers: string[]) => string;

function managerAlerts(of: Select): Alert[] {
  return [
    {
      name: 'OperatorDown',
      severity: 'critical',
      lasts: '5m',
      expr: `absent(${of('up')}) or max by (job) (${of('up')}) == 0`,
      summary: 'No manager of {{ $labels.job }} answers',
      description: 'Prometheus cannot read the metrics of any pod. Look at the Deployment and its events.',
    },
    {
      name: 'OperatorWithoutLeader',
      severity: 'critical',
      lasts: '5m',
      expr: `max by (job, namespace) (${of('leader_election_master_status')}) == 0`,
      summary: 'No manager of {{ $labels.job }} leads',
      description: 'Pods run, but none has the lease in {{ $labels.namespace }}: nothing is reconciled.',
    },
  ];
}

function reconcileAlerts(of: Select): Alert[] {
  const by = 'job, namespace, controller';
  const grown = (metric: string, range: string): string => `sum by (${by}) (increase(${of(metric)}[${range}])) > 0`;
  const rate = (metric: string): string => `sum by (${by}) (rate(${of(metric)}[10m]))`;
  return [
    {
      name: 'OperatorReconcileErrors',
      severity: 'warning',
      lasts: '15m',
      expr: `${rate('controller_runtime_reconcile_errors_total')} / ${rate('controller_runtime_reconcile_total')} > 0.1`,
      summary: 'Reconciles of {{ $labels.controller }} fail',
      description: '{{ $value | humanizePercentage }} of the reconciles fail. The log names objects and causes.',
    },
    {
      name: 'OperatorTerminalErrors',
      severity: 'warning',
      lasts: '0m',
      expr: grown('controller_runtime_terminal_reconcile_errors_total', '15m'),
      summary: '{{ $labels.controller }} gave up on objects',
      description: 'Reconciles ended with errors that are not tried again. The log names the objects.',
    },
    {
      name: 'OperatorReconcilePanics',
      severity: 'warning',
      lasts: '0m',
      expr: grown('controller_runtime_reconcile_panics_total', '15m'),
      summary: '{{ $labels.controller }} has a bug',
      description: 'The reconciler threw something that is not an error, or returned nonsense.',
    },
    {
      name: 'OperatorReconcileTimeouts',
      severity: 'warning',
      lasts: '0m',
      expr: grown('controller_runtime_reconcile_timeouts_total', '15m'),
      summary: 'Reconciles of {{ $labels.controller }} run into their time limit',
      description: 'Something that the reconciler waits for does not answer in time.',
    },
  ];
}

function queueAlerts(of: Select): Alert[] {
  const by = 'job, namespace, pod, controller';
  const sum = (metric: string): string => `sum by (${by}) (${of(metric)})`;
  const buckets = `sum by (job, namespace, name, le) (rate(${of('workqueue_queue_duration_seconds_bucket')}[10m]))`;
  return [
    {
      name: 'OperatorQueueSlow',
      severity: 'warning',
      lasts: '15m',
      expr: `histogram_quantile(0.99, ${buckets}) > 60`,
      summary: 'Objects wait for {{ $labels.name }}',
      description: 'One in a hundred keys waits longer than {{ $value | humanizeDuration }}. More workers may help.',
    },
    {
      name: 'OperatorWorkersBusy',
      severity: 'warning',
      lasts: '15m',
      expr: `(${sum('controller_runtime_active_workers')} >= ${sum('controller_runtime_max_concurrent_reconciles')}) and ${sum('workqueue_depth')} > 0`,
      summary: 'All workers of {{ $labels.controller }} are busy',
      description: 'Keys wait while no worker is free. Raise maxConcurrentReconciles, or make reconciles shorter.',
    },
    {
      name: 'OperatorReconcileStuck',
      severity: 'warning',
      lasts: '5m',
      expr: `max by (job, namespace, pod, name) (${of('workqueue_longest_running_processor_seconds')}) > 600`,
      summary: 'A reconcile of {{ $labels.name }} does not end',
      description: 'It has run for {{ $value | humanizeDuration }}. Its object is not reconciled until it ends.',
    },
  ];
}

function processAlerts(of: Select): Alert[] {
  const rate = (...matchers: string[]): string =>
    `sum by (job, namespace) (rate(${of('rest_client_requests_total', ...matchers)}[10m]))`;
  return [
    {
      name: 'OperatorApiErrors',
      severity: 'warning',
      lasts: '15m',
      expr: `${rate('code=~"5..|<error>"')} / ${rate()} > 0.1`,
      summary: 'Requests of {{ $labels.job }} to the API server fail',
      description: '{{ $value | humanizePercentage }} of them get no answer, or an answer of status 500 and above.',
    },
    {
      name: 'OperatorEventLoopHeld',
      severity: 'warning',
      lasts: '10m',
      expr: `max by (job, namespace, pod) (${of('nodejs_eventloop_lag_p99_seconds')}) > 0.5`,
      summary: '{{ $labels.pod }} is slow to react',
      description: 'Callbacks wait {{ $value | humanizeDuration }}. The log names the code that holds the event loop.',
    },
    {
      name: 'OperatorRestarts',
      severity: 'warning',
      lasts: '0m',
      expr: `changes(${of('process_start_time_seconds')}[1h]) > 3`,
      summary: '{{ $labels.pod }} keeps restarting',
      description: 'It was started again {{ $value }} times in an hour. "kubectl describe pod" shows why.',
    },
  ];
}

function webhookAlerts(of: Select): Alert[] {
  const rate = (...matchers: string[]): string =>
    `sum by (job, namespace, webhook) (rate(${of('controller_runtime_webhook_requests_total', ...matchers)}[10m]))`;
  return [
    {
      name: 'OperatorWebhookErrors',
      severity: 'critical',
      lasts: '5m',
      expr: `${rate('code=~"5.."')} / ${rate()} > 0.05`,
      summary: 'Calls of the webhook {{ $labels.webhook }} fail',
      description: '{{ $value | humanizePercentage }} of the calls fail, so users cannot save their objects.',
    },
    {
      name: 'OperatorCertificateErrors',
      severity: 'critical',
      lasts: '0m',
      expr: `increase(${of('certwatcher_read_certificate_errors_total')}[15m]) > 0`,
      summary: '{{ $labels.pod }} cannot read its certificate',
      description: 'The files are missing, or do not belong together. Calls fail when the old certificate ends.',
    },
  ];
}

/** The rules as an object; `namespace: system` is that of config/default in the end. */
export function alertsText(facts: AlertFacts): string {
  const rules = alertsOf(facts).map(({ name, severity, lasts, expr, summary, description }): JsonMap => ({
    alert: name,
    expr,
    for: lasts,
    labels: { severity },
    annotations: { summary, description },
  }));
  const object: JsonMap = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: {
      labels: {
        'control-plane': 'controller-manager',
        'app.kubernetes.io/name': facts.project,
        'app.kubernetes.io/managed-by': 'kustomize',
      },
      name: 'controller-manager-alerts',
      namespace: 'system',
    },
    spec: { groups: [{ name: facts.project, rules }] },
  };
  return `# Alert rules. They select the job ${facts.project}: monitor_job_patch.yaml calls it so.\n${toYaml(object)}`;
}
