/** Panels for metrics of the operator's own, which a file lists. */
import { fromYaml } from '../../yaml.js';
import { isList, isMap, type Json, type JsonMap } from '../json.js';
import { type Panel, quantiles, rateBy, type Row, select } from './panel.js';

/** The list is wrong: what, and where. */
export class CustomMetricsProblem extends Error {}

type MetricType = 'counter' | 'gauge' | 'histogram';

interface CustomMetric {
  readonly metric: string;
  readonly type: MetricType;
  readonly expr?: string;
  readonly unit?: string;
}

const known = new Set(['metric', 'type', 'expr', 'unit']);

/** One row with a panel for each entry of `customMetrics`; none when the list is empty. */
export function customRows(text: string): Row[] {
  const metrics = readMetrics(text);
  if (metrics.length === 0) return [];
  const panels = metrics.map((metric) => ({
    title: metric.metric,
    description: metric.expr === undefined ? `A ${metric.type} of the operator.` : 'An expression of your own.',
    unit: unitOf(metric),
    queries: queriesOf(metric),
  }));
  return [{ title: 'Custom metrics', panels }];
}

function readMetrics(text: string): CustomMetric[] {
  let content: Json;
  try {
    content = (fromYaml(text) ?? {}) as Json;
  } catch (error) {
    throw new CustomMetricsProblem(`it is not YAML: ${(error as Error).message}`);
  }
  if (!isMap(content)) throw new CustomMetricsProblem('it is not a map');
  const other = Object.keys(content).find((key) => key !== 'customMetrics');
  if (other !== undefined) throw new CustomMetricsProblem(`the key "${other}" is not known; use customMetrics`);
  const list = content['customMetrics'] ?? [];
  if (!isList(list)) throw new CustomMetricsProblem('customMetrics is not a list');
  return list.map((entry, index) => readMetric(entry, `customMetrics[${index}]`));
}

/** As in kubebuilder, an entry with an expression needs neither a metric nor a type. */
function readMetric(entry: Json, place: string): CustomMetric {
  if (!isMap(entry)) throw new CustomMetricsProblem(`${place} is not a map`);
  const unknown = Object.keys(entry).find((key) => !known.has(key));
  if (unknown !== undefined)
    throw new CustomMetricsProblem(`${place}.${unknown} is not known; an entry has metric, type, expr and unit`);
  const expr = expressionIn(textAt(entry, 'expr', place));
  const metric = textAt(entry, 'metric', place) ?? expr;
  const type = textAt(entry, 'type', place)?.toLowerCase() ?? (expr === undefined ? undefined : 'gauge');
  if (metric === undefined || (expr === undefined && !/^[A-Za-z_:][\w:]*$/.test(metric)))
    throw new CustomMetricsProblem(`${place}.metric is not the name of a metric`);
  if (type !== 'counter' && type !== 'gauge' && type !== 'histogram')
    throw new CustomMetricsProblem(`${place}.type is not one of counter, gauge, histogram`);
  return { metric, type, expr, unit: textAt(entry, 'unit', place) };
}

/** kubebuilder wants quotes escaped, as in JSON. */
function expressionIn(text: string | undefined): string | undefined {
  return text !== undefined && !/(?:^|[^\\])"/.test(text) ? text.replaceAll('\\"', '"') : text;
}

function textAt(entry: JsonMap, key: string, place: string): string | undefined {
  const value = entry[key] ?? undefined;
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw new CustomMetricsProblem(`${place}.${key} is not a string`);
  return value;
}

function queriesOf({ metric, type, expr }: CustomMetric): Panel['queries'] {
  if (expr !== undefined) return [{ expr, legend: '__auto' }];
  if (type === 'histogram') return quantiles('pod', metric);
  return type === 'counter'
    ? [{ expr: rateBy('pod', metric), legend: '{{pod}}' }]
    : [{ expr: select(metric), legend: '__auto' }];
}

/** As the entry says, or as the name lets guess. */
function unitOf({ metric, type, unit }: CustomMetric): string {
  if (unit !== undefined) return unit;
  if (/second|duration/.test(metric)) return type === 'counter' ? 'percentunit' : 's';
  if (metric.includes('byte')) return 'bytes';
  if (metric.includes('ratio')) return 'percentunit';
  return type === 'counter' ? 'ops' : 'short';
}
