/** A tracer with the behaviour of `@opentelemetry/api` that writes down what it is told. */
import type { Tracer } from '../../../src/runtime/tracing/tracer.js';

export interface RecordedSpan {
  name: string;
  kind: number | undefined;
  attributes: Record<string, unknown>;
  status?: object;
  exceptions: unknown[];
  isEnded: boolean;
}

export class RecordingTracer implements Tracer {
  readonly spans: RecordedSpan[] = [];

  startActiveSpan: Tracer['startActiveSpan'] = (name, { attributes, kind }, work) => {
    const span: RecordedSpan = { name, kind, attributes: { ...attributes }, exceptions: [], isEnded: false };
    this.spans.push(span);
    return work({
      setAttribute: (key, value) => (span.attributes[key] = value),
      setStatus: (status) => (span.status = status),
      recordException: (exception) => void span.exceptions.push(exception),
      end: () => void (span.isEnded = true),
    });
  };
}
