import { describe, expect, test } from 'vitest';
import { dashboardText } from '../../../src/ship/dashboard/dashboard.js';
import { resourceRows } from '../../../src/ship/dashboard/resource-rows.js';
import { runtimeRows } from '../../../src/ship/dashboard/runtime-rows.js';

interface Place {
  readonly h: number;
  readonly w: number;
  readonly x: number;
  readonly y: number;
}
interface Dashboard {
  readonly uid: string;
  readonly panels: readonly {
    readonly id: number;
    readonly type: string;
    readonly gridPos: Place;
    readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
  }[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
}

const facts = { id: 'shop/a', title: 'a', description: 'b', job: 'shop', source: 'up' };
const dashboards = { controllers: runtimeRows({ hasWebhooks: true }), resources: resourceRows() };

describe.each(Object.entries(dashboards))('the dashboard of %s', (_, rows) => {
  const { uid, panels, templating } = JSON.parse(dashboardText(facts, rows)) as Dashboard;

  test('has panels with ids of their own, inside the grid, none above another', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { h, w, x, y } }) =>
      Array.from({ length: h * w }, (__, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.every(({ gridPos: { w, x } }) => x >= 0 && x + w <= 24)).toBe(true);
  });

  test('has questions with names of their own, each bound to the chosen pods', () => {
    for (const { targets } of panels.filter(({ type }) => type === 'timeseries')) {
      expect(new Set(targets?.map(({ refId }) => refId)).size).toBe(targets?.length);
      for (const { expr } of targets ?? []) expect(expr).toContain('job="$job", namespace=~"$namespace", pod=~"$pod"');
    }
  });

  test('has an address that fits Grafana, and the variables that questions use', () => {
    expect(uid).toMatch(/^[a-z0-9]{1,40}$/);
    expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'job', 'namespace', 'pod']);
  });
});
