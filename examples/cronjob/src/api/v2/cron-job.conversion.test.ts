import { expect, test } from 'vitest';
import { CronJob as Hub } from '../v1/index.js';
import { cronJobV2Converter as converter } from './cron-job.conversion.js';
import { CronJob } from './index.js';
import type { CronSchedule } from './index.js';

const metadata = { name: 'example', labels: { team: 'blue' }, annotations: { note: 'kept' } };
const containers = [{ name: 'main', image: 'busybox:1.37' }];
const rest = {
  jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers } } } },
  concurrencyPolicy: 'Forbid',
  startingDeadlineSeconds: 60,
  suspend: true,
  successfulJobsHistoryLimit: 0,
  failedJobsHistoryLimit: 2,
} as const;

const hub = (schedule: string) =>
  new Hub({
    metadata,
    spec: structuredClone({ ...rest, schedule }) as Hub['spec'],
    status: { active: [{ name: 'a' }] },
  });
const spoke = (schedule: CronSchedule) =>
  new CronJob({ metadata, spec: structuredClone({ ...rest, schedule }) as CronJob['spec'] });

const same: [string, CronSchedule][] = [
  ['* * * * *', {}],
  ['*/5 * * * *', { minute: '*/5' }],
  ['0 8-18 1,15 JAN MON-FRI', { minute: '0', hour: '8-18', dayOfMonth: '1,15', month: 'JAN', dayOfWeek: 'MON-FRI' }],
];

test.each(same)('%j of v1 is %j of v2', (line, fields) => {
  expect(converter.fromHub(hub(line)).spec.schedule).toEqual(fields);
  expect(converter.toHub(spoke(fields)).spec.schedule).toBe(line);
});

test.each([...same.map(([line]) => line), '0  0 * * *', 'nonsense', ''])(
  'v1 with %j survives the way to v2',
  (line) => {
    const there = new CronJob({ metadata, ...converter.fromHub(structuredClone(hub(line))) });
    const back = new Hub({ metadata, ...converter.toHub(there) });

    expect(back).toEqual(hub(line));
  },
);

test.each([...same.map(([, fields]) => fields), { hour: '*', minute: '0' }])(
  'v2 with %j survives the way to v1',
  (fields) => {
    const there = new Hub({ metadata, ...converter.toHub(structuredClone(spoke(fields))) });
    const back = new CronJob({ metadata, ...converter.fromHub(there) });

    expect(back).toEqual(spoke(fields));
  },
);

test('what is changed in v2 counts, also when v1 said it in its own way', () => {
  const there = new CronJob({ metadata, ...converter.fromHub(hub('0  0 * * *')) });
  there.spec.schedule.hour = '7';

  expect(converter.toHub(there).spec.schedule).toBe('0 7 * * *');
});
