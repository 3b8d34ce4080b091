/** One HTTP call to a hook, from the first byte to the answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { runWork } from '../../current-work.js';
import { heldLoop } from '../../held-loop.js';
import type { Logger } from '../../log/logger.js';
import { readCallBody } from './call-body.js';
import { callTimeoutMs } from './call-deadline.js';
import type { CallLimits } from './call-limits.js';
import type { Hook, HookReply } from './hook.js';
import type { Lease, MemoryBudget } from '../limits/memory-budget.js';

/** Runs one call; never rejects. Resolves to what was answered, or to `undefined` when the caller had gone. */
export async function serveCall(
  hook: Hook,
  exchange: { request: IncomingMessage; response: ServerResponse; log: Logger; limits: CallLimits },
): Promise<HookReply | undefined> {
  const { request, response, log, limits } = exchange;
  const limit = hook.type === 'conversion' ? limits.maxConversionBytes : limits.maxBodyBytes;
  const { budget, arrivals, requestTimeoutMs } = limits;
  const lease = budget.lease(request.socket.remoteAddress);
  const forBody = { limit, arrivals, lease, largest: budget.largest, stallMs: requestTimeoutMs / 3 };
  const body = await readCallBody(request, forBody).catch((error: unknown) => {
    log.debug('hung up on a caller, or it left', { error });
  });
  if (!body || 'refused' in body) lease.release();
  if (!body) {
    response.destroy();
    return undefined;
  }
  if ('refused' in body) {
    const { refused, head } = body;
    const failure = { code: 413, message: tooLarge(limit, budget) } as const;
    const reply = refused === 'too large' ? hook.refuse(failure, head) : refused === 'busy' ? BUSY : STALLED;
    log.info('refused a request', { reason: refused, limit, budget: budget.largest });
    sendAndClose(request, response, reply);
    return reply;
  }
  const timeoutMs = callTimeoutMs(request.url ?? '/', limits.callTimeoutMs);
  const reply = await handleInTime(hook, {
    body: body.bytes,
    request,
    response,
    log,
    timeoutMs,
    requestTimeoutMs,
    lease,
  });
  if (response.destroyed) return undefined;
  send(response, reply);
  return reply;
}

/** The API server retries when the answer says after how long. */
const BUSY: HookReply = { status: 503, retryAfterSeconds: 1 };
const STALLED: HookReply = { status: 408 };

function tooLarge(limit: number, { largest }: MemoryBudget): string {
  const fix = 'raise --max-old-space-size and the memory limit of the container, or read in smaller pages';
  return `request entity is too large; limit is ${limit} bytes, and ${largest} bytes of memory: ${fix}`;
}

async function handleInTime(
  hook: Hook,
  call: {
    body: Buffer;
    request: IncomingMessage;
    response: ServerResponse;
    log: Logger;
    timeoutMs: number;
    requestTimeoutMs: number;
    lease: Lease;
  },
): Promise<HookReply> {
  const { body, request, response, log, timeoutMs, requestTimeoutMs, lease } = call;
  const controller = new AbortController();
  const { signal } = controller;
  const gone = (): void => controller.abort(new Error('the caller has gone'));
  response.once('close', gone);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<HookReply>((resolve) => {
    timer = setTimeout(() => {
      const message = `the webhook did not answer within ${timeoutMs} ms`;
      controller.abort(new Error(message));
      resolve(hook.refuse({ code: 504, message }, body));
    }, timeoutMs);
  });
  const contentType = request.headers['content-type'];
  const work = {
    log,
    writer: Symbol('webhook call'),
    about: () => ({ webhook: request.url?.split('?', 1)[0] }),
  };
  heldLoop.note(work);
  const handled = runWork(work, () => hook.handle({ body, contentType, signal, log })).catch(
    (error: unknown): HookReply => {
      log.error('a webhook failed', { error });
      return { ...hook.refuse({ code: 500, message: 'the webhook failed; its log says why' }, body), panicked: true };
    },
  );
  // A handler that is late still has its memory, and so has an answer that is not read.
  void handled.finally(() => releaseWhenRead(response, lease, requestTimeoutMs));
  try {
    return await Promise.race([handled, late]);
  } finally {
    clearTimeout(timer);
    response.off('close', gone);
  }
}

/** Returns the memory of a call once its answer has left; hangs up on a caller that does not read it. */
function releaseWhenRead(response: ServerResponse, lease: Lease, limitMs: number): void {
  if (response.destroyed || response.writableFinished) return lease.release();
  const hangUp = (): void => void response.destroy();
  const timer = setTimeout(hangUp, limitMs);
  lease.answering(hangUp);
  response.once('close', () => {
    clearTimeout(timer);
    lease.release();
  });
}

/** Writes a reply. */
export function send(response: ServerResponse, reply: HookReply): void {
  writeReply(response, reply);
  response.end();
}

/** A large body that is not read any more comes in as many; see `call-body.ts` for what each costs. */
const MOST_PIECES = 4_096;

/** Answers a caller that may still be sending, reads on for a moment so that it sees the answer, and hangs up. */
function sendAndClose(request: IncomingMessage, response: ServerResponse, reply: HookReply): void {
  response.shouldKeepAlive = false;
  writeReply(response, reply);
  const hangUp = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(hangUp, 2_000);
  let pieces = 0;
  // Ending immediately would reset the connection under a caller that still writes, and it would lose the answer.
  request.once('end', hangUp).once('error', hangUp).once('close', hangUp);
  request.on('data', () => ++pieces > MOST_PIECES && hangUp());
}

function writeReply(response: ServerResponse, { status, body = '', retryAfterSeconds }: HookReply): void {
  const bytes = Buffer.from(body);
  const contentType = bytes.length > 0 && { 'content-type': 'application/json' };
  const retryAfter = retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) };
  response.writeHead(status, { ...contentType, ...retryAfter, 'content-length': bytes.length });
  if (bytes.length > 0) response.write(bytes);
  else response.flushHeaders();
}
