/** The public surface of `kbts/runtime/observe`: loggers, events, spans and the clock. */
export { systemClock } from '../clock.js';
export { createLogger } from '../log/pino-logger.js';
export { silentLogger } from '../log/silent-logger.js';
export { EventRecorder } from '../recorder/event-recorder.js';
export { spanKind, withSpan } from '../tracing/tracer.js';
