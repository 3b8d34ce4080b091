/** Writes dashboards as Grafana imports them. */
import { createHash } from 'node:crypto';
import type { JsonMap } from '../json.js';
import type { Panel, Row } from './panel.js';

/** What a dashboard is called and where its metrics come from. */
export interface DashboardFacts {
  /** Different for each file, so that its address stays the same. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The job that is chosen first. */
  readonly job: string;
  /** A metric that every pod of the job has; its labels fill the variables. */
  readonly source: string;
}

const datasource = { type: 'prometheus', uid: '${datasource}' };
const columns = 24;
const height = 8;

/** The file of a dashboard; the same rows give the same bytes. */
export function dashboardText(facts: DashboardFacts, rows: readonly Row[]): string {
  const dashboard: JsonMap = {
    annotations: { list: [] },
    description: facts.description,
    editable: true,
    fiscalYearStartMonth: 0,
    graphTooltip: 1,
    id: null,
    links: [],
    panels: panelsOf(rows),
    refresh: '30s',
    schemaVersion: 39,
    tags: ['kubernetes', 'operator'],
    templating: { list: variables(facts) },
    time: { from: 'now-1h', to: 'now' },
    timepicker: {},
    timezone: 'browser',
    title: facts.title,
    uid: createHash('sha256').update(facts.id).digest('hex').slice(0, 16),
    version: 1,
    weekStart: '',
  };
  return `${JSON.stringify(dashboard, undefined, 2)}\n`;
}

/** Rows are headings with their panels below them, two or three beside each other. */
function panelsOf(rows: readonly Row[]): JsonMap[] {
  const placed: JsonMap[] = [];
  let y = 0;
  for (const { title, panels } of rows) {
    placed.push({
      collapsed: false,
      gridPos: { h: 1, w: columns, x: 0, y },
      id: placed.length + 1,
      panels: [],
      title,
      type: 'row',
    });
    y += 1;
    const perLine = panels.length % 3 === 0 ? 3 : 2;
    const width = columns / perLine;
    panels.forEach((panel, index) => {
      const [x, line] = [(index % perLine) * width, Math.floor(index / perLine)];
      const place = { h: height, w: width, x, y: y + line * height };
      placed.push(panelObject(panel, placed.length + 1, place));
    });
    y += Math.ceil(panels.length / perLine) * height;
  }
  return placed;
}

function panelObject({ title, description, unit, queries }: Panel, id: number, gridPos: JsonMap): JsonMap {
  return {
    datasource,
    description,
    fieldConfig: {
      defaults: { color: { mode: 'palette-classic' }, custom: { fillOpacity: 10, lineWidth: 1 }, min: 0, unit },
      overrides: [],
    },
    gridPos,
    id,
    options: {
      legend: { calcs: [], displayMode: 'list', placement: 'bottom', showLegend: true },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    targets: queries.map(({ expr, legend }, index) => ({
      datasource,
      editorMode: 'code',
      expr,
      legendFormat: legend,
      range: true,
      refId: String.fromCodePoint('A'.charCodeAt(0) + index),
    })),
    title,
    type: 'timeseries',
  };
}

function variables({ job, source }: DashboardFacts): JsonMap[] {
  return [
    {
      current: {},
      hide: 0,
      includeAll: false,
      label: 'Data source',
      multi: false,
      name: 'datasource',
      options: [],
      query: 'prometheus',
      refresh: 1,
      regex: '',
      skipUrlSync: false,
      type: 'datasource',
    },
    {
      ...queryVariable('job', 'Job', `label_values(${source}, job)`),
      current: { selected: false, text: job, value: job },
      includeAll: false,
      multi: false,
    },
    queryVariable('namespace', 'Namespace', `label_values(${source}{job="$job"}, namespace)`),
    queryVariable('pod', 'Pod', `label_values(${source}{job="$job", namespace=~"$namespace"}, pod)`),
  ];
}

/** Several values can be chosen, and all are at first. */
function queryVariable(name: string, label: string, query: string): JsonMap {
  return {
    allValue: '.*',
    current: { selected: true, text: ['All'], value: ['$__all'] },
    datasource,
    definition: query,
    hide: 0,
    includeAll: true,
    label,
    multi: true,
    name,
    options: [],
    query: { query, refId: name },
    refresh: 2,
    regex: '',
    skipUrlSync: false,
    sort: 1,
    type: 'query',
  };
}
