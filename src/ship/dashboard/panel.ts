/** Panels of a dashboard, as lists of questions to Prometheus. */

/** A question, and what its answers are called in the legend. */
export interface Query {
  readonly expr: string;
  readonly legend: string;
}

/** A graph. */
export interface Panel {
  readonly title: string;
  readonly description: string;
  /** As Grafana names it, such as `s`, `bytes`, `ops`. */
  readonly unit: string;
  readonly queries: readonly Query[];
}

/** Panels under a heading. */
export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

/** What the variables of the dashboard choose. */
const chosen = 'job="$job", namespace=~"$namespace", pod=~"$pod"';

/** A metric of the chosen pods, with more conditions. */
export function select(metric: string, ...matchers: readonly string[]): string {
  return `${metric}{${[chosen, ...matchers].join(', ')}}`;
}

/** How much a counter grows in a second, by labels. */
export function rateBy(labels: string, metric: string, ...matchers: readonly string[]): string {
  return `sum by (${labels}) (rate(${select(metric, ...matchers)}[$__rate_interval]))`;
}

/** Quantiles of a histogram by a label: the median, and what is rare. */
export function quantiles(label: string, metric: string): Query[] {
  return ['0.5', '0.9', '0.99'].map((quantile) => ({
    expr: `histogram_quantile(${quantile}, ${rateBy(`${label}, le`, `${metric}_bucket`)})`,
    legend: `{{${label}}} p${Number(quantile) * 100}`,
  }));
}
