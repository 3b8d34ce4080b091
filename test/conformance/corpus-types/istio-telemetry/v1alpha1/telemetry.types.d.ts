import type { Telemetry as TelemetryV1 } from '../v1/telemetry.types.js';
/** The same as in v1, under its old name. */
export type Telemetry = TelemetryV1;
