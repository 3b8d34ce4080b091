/** Events of the core group: fields that Go always writes. */
import type { ApiObject } from '../../storage/api-object.js';
import type { KindRules } from '../builtin-rules.js';

/** Rules of Event. */
export const eventRules: KindRules = {
  prepareCreate: withAlwaysWritten,
  prepareUpdate: withAlwaysWritten,
};

function withAlwaysWritten(event: ApiObject): ApiObject {
  return {
    ...event,
    firstTimestamp: event['firstTimestamp'] ?? null,
    lastTimestamp: event['lastTimestamp'] ?? null,
    eventTime: event['eventTime'] ?? null,
    reportingComponent: event['reportingComponent'] ?? '',
    reportingInstance: event['reportingInstance'] ?? '',
  };
}
