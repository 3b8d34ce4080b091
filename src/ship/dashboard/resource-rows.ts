/** What the dashboard of resources shows: the process, and Node inside it. */
import { rateBy, type Row, select } from './panel.js';

/** The rows. */
export function resourceRows(): Row[] {
  return [process, node];
}

const process: Row = {
  title: 'Process',
  panels: [
    {
      title: 'CPU',
      description: 'Processor seconds in a second, by pod.',
      unit: 'percentunit',
      queries: [{ expr: rateBy('pod', 'process_cpu_seconds_total'), legend: '{{pod}}' }],
    },
    {
      title: 'Memory',
      description: 'Resident memory, by pod. Compare it with the limit in config/manager/manager.yaml.',
      unit: 'bytes',
      queries: [{ expr: `max by (pod) (${select('process_resident_memory_bytes')})`, legend: '{{pod}}' }],
    },
    {
      title: 'File descriptors',
      description: 'Open files and connections, and how many there may be.',
      unit: 'short',
      queries: [
        { expr: `max by (pod) (${select('process_open_fds')})`, legend: '{{pod}}' },
        { expr: `max by (pod) (${select('process_max_fds')})`, legend: '{{pod}} limit' },
      ],
    },
    {
      title: 'Starts in an hour',
      description: 'How often the process was started again.',
      unit: 'short',
      queries: [{ expr: `sum by (pod) (changes(${select('process_start_time_seconds')}[1h]))`, legend: '{{pod}}' }],
    },
  ],
};

const node: Row = {
  title: 'Node.js',
  panels: [
    {
      title: 'Heap',
      description: 'Heap in use, and heap that Node has taken.',
      unit: 'bytes',
      queries: [
        { expr: `max by (pod) (${select('nodejs_heap_size_used_bytes')})`, legend: '{{pod}} used' },
        { expr: `max by (pod) (${select('nodejs_heap_size_total_bytes')})`, legend: '{{pod}} total' },
      ],
    },
    {
      title: 'Event loop lag',
      description: 'Seconds that callbacks wait. Above the probe’s time limit the pod is restarted.',
      unit: 's',
      queries: [
        { expr: `max by (pod) (${select('nodejs_eventloop_lag_p50_seconds')})`, legend: '{{pod}} p50' },
        { expr: `max by (pod) (${select('nodejs_eventloop_lag_p99_seconds')})`, legend: '{{pod}} p99' },
      ],
    },
    {
      title: 'Event loop held',
      description: 'How often one reconcile or webhook call kept all others from running for 0.2 seconds or more.',
      unit: 'ops',
      queries: [{ expr: rateBy('by', 'kbts_event_loop_held_seconds_count'), legend: '{{by}}' }],
    },
    {
      title: 'Garbage collection',
      description: 'Share of the time that is spent on it, by kind.',
      unit: 'percentunit',
      queries: [{ expr: rateBy('pod, kind', 'nodejs_gc_duration_seconds_sum'), legend: '{{pod}} {{kind}}' }],
    },
  ],
};
