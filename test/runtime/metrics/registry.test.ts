import { expect, test } from 'vitest';
import { createMetricsRegistry } from '../../../src/runtime/metrics/registry.js';

const empty = () => createMetricsRegistry({ process: false });

test('writes counters, gauges and histograms as text', async () => {
  const registry = empty();
  registry.counter({ name: 'runs_total', help: 'Runs', labels: ['result'] }).increment({ result: 'ok' }, 2);
  registry.gauge({ name: 'depth', help: 'Depth' }).set(3);
  registry.histogram({ name: 'seconds', help: 'Seconds', buckets: [1, 2] }).observe(1.5);

  const text = await registry.text();

  expect(text).toContain('# TYPE runs_total counter');
  expect(text).toContain('runs_total{result="ok"} 2');
  expect(text).toContain('depth 3');
  expect(text).toContain('seconds_bucket{le="2"} 1');
  expect(registry.contentType).toContain('text/plain');
});

test('the same name is the same metric', async () => {
  const registry = empty();
  const definition = { name: 'runs_total', help: 'Runs' };

  registry.counter(definition).increment();
  registry.counter(definition).increment();

  expect(await registry.text()).toContain('runs_total 2');
});

test('a name cannot be two types of metric', () => {
  const registry = empty();
  registry.counter({ name: 'runs', help: 'Runs' });

  expect(() => registry.gauge({ name: 'runs', help: 'Runs' })).toThrow(/"runs" is already registered as a counter/);
});

test('collectors run at each scrape until they are removed', async () => {
  const registry = empty();
  const gauge = registry.gauge({ name: 'scrapes', help: 'Scrapes' });
  const remove = registry.onScrape(() => gauge.add(1));

  await registry.text();
  expect(await registry.text()).toContain('scrapes 2');
  remove();
  gauge.reset();

  expect(await registry.text()).toContain('scrapes 0');
});

test('two registries share nothing', async () => {
  const first = empty();
  first.counter({ name: 'runs_total', help: 'Runs' }).increment();

  expect(await empty().text()).not.toContain('runs_total');
});

test('§5.5.3 has metrics of the process and of Node, the event loop lag among them', async () => {
  const text = await createMetricsRegistry().text();

  expect(text).toContain('process_resident_memory_bytes');
  expect(text).toContain('nodejs_eventloop_lag_seconds');
});
