/**
 * Tracing hooks. The interfaces are the part of `@opentelemetry/api` that the runtime uses, so a tracer
 * of that package fits as it is, and nothing is loaded or allocated when there is none.
 */

/** Attributes of a span. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** One piece of work, as in `@opentelemetry/api`. */
export interface Span {
  setAttribute(key: string, value: string | number | boolean): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  recordException(exception: Error | string): void;
  end(): void;
}

/** Makes spans, as in `@opentelemetry/api`: pass `trace.getTracer('my-operator')`. */
export interface Tracer {
  startActiveSpan<T>(name: string, options: { attributes?: SpanAttributes; kind?: number }, work: (span: Span) => T): T;
}

/**
 * Kinds of spans, by their numbers in `@opentelemetry/api`.
 * @example
 * ```ts
 * await withSpan(manager.tracer, { name: 'ask the bank', kind: spanKind.client }, async () => undefined);
 * ```
 */
export const spanKind = { internal: 0, server: 1, client: 2, consumer: 4 } as const;

const errorStatus = 2;

/**
 * Runs `work` inside a span, or just runs it when there is no tracer.
 * @example
 * ```ts
 * const result = await withSpan(manager.tracer, { name: 'resize' }, async () => 'done');
 * console.log(result); // done
 * ```
 */
export async function withSpan<T>(
  tracer: Tracer | undefined,
  { name, kind = spanKind.internal, attributes }: { name: string; kind?: number; attributes?: SpanAttributes },
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (!tracer) return work(undefined);
  return tracer.startActiveSpan(name, { attributes, kind }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      const exception = error instanceof Error ? error : String(error);
      span.recordException(exception);
      span.setStatus({ code: errorStatus, message: error instanceof Error ? error.message : String(error) });
      throw error;
    } finally {
      span.end();
    }
  });
}
