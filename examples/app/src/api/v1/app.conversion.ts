import type { Converter } from 'kbts/runtime';
import type { App as Hub } from '../v1beta1/index.js';
import { App } from './index.js';

/**
 * Converts App between v1 and the hub, v1beta1, in which objects are stored. A conversion must lose
 * nothing: where one version cannot say what the other can, register `lossless(appV1Converter)`.
 */
export const appV1Converter: Converter<Hub, App> = {
  spoke: App,
  toHub({ metadata, spec, status }) {
    // TODO(user): where the versions differ, say field by field what becomes what.
    return { metadata, spec, status };
  },
  fromHub({ metadata, spec, status }) {
    // TODO(user): the way back.
    return { metadata, spec, status };
  },
};
