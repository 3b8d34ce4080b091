import type { Converter } from 'kbts/runtime';
import type { CronJob as Hub } from '../v1/index.js';
import { CronJob } from './index.js';

/**
 * Converts CronJob between v2 and the hub, v1, in which objects are stored. A conversion must lose
 * nothing: where one version cannot say what the other can, register `lossless(cronJobV2Converter)`.
 */
export const cronJobV2Converter: Converter<Hub, CronJob> = {
  spoke: CronJob,
  toHub({ metadata, spec, status }) {
    // TODO(user): where the versions differ, say field by field what becomes what.
    return { metadata, spec, status };
  },
  fromHub({ metadata, spec, status }) {
    // TODO(user): the way back.
    return { metadata, spec, status };
  },
};
