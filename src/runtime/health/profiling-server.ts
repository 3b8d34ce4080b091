/** Serves profiles of the running process, for those who must find out why it is slow or large. */
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { HttpListener, type HttpListenerOptions } from './http-listener.js';
import { requestUrl } from '../request-url.js';

const ROOT = '/debug/pprof';
const MOST_SECONDS = 300;

type Profile = (response: ServerResponse, seconds: number) => Promise<void>;

const PROFILES: Readonly<Record<string, { readonly help: string; readonly write: Profile }>> = {
  profile: { help: 'CPU profile for Chrome DevTools and VS Code; ?seconds=30', write: writeCpuProfile },
  heap: { help: 'heap snapshot for Chrome DevTools; stops the process while it is taken', write: writeHeapSnapshot },
  eventloop: { help: 'delays of the event loop in milliseconds; ?seconds=30', write: writeEventLoopDelay },
  cmdline: { help: 'how the process was started', write: async (response) => text(response, process.argv.join('\0')) },
};

/** A server for profiles. Whoever gets in can slow the process down and read its memory: give it a guard. */
export function profilingServer(
  options: Pick<HttpListenerOptions, 'bind' | 'certificates' | 'tls' | 'guard'>,
): HttpListener {
  return new HttpListener({
    ...options,
    name: 'profiling',
    async listener(request, response) {
      const url = requestUrl(request);
      if (!url) return text(response, 'bad request\n', 400);
      const name = url.pathname.startsWith(`${ROOT}/`) ? url.pathname.slice(ROOT.length + 1) : undefined;
      if (name === '') return text(response, index());
      const profile = name !== undefined && Object.hasOwn(PROFILES, name) ? PROFILES[name] : undefined;
      if (!profile) return text(response, 'not found\n', 404);
      const seconds = Number(url.searchParams.get('seconds') ?? 30);
      if (!(seconds > 0 && seconds <= MOST_SECONDS))
        return text(response, `seconds must be in (0, ${MOST_SECONDS}]\n`, 400);
      return profile.write(response, seconds);
    },
  });
}

function index(): string {
  return Object.entries(PROFILES)
    .map(([name, { help }]) => `${ROOT}/${name}\t${help}\n`)
    .join('');
}

async function writeCpuProfile(response: ServerResponse, seconds: number): Promise<void> {
  // Loaded late, as few processes are ever profiled.
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    await setTimeout(seconds * 1000, undefined, { ref: false });
    const { profile } = await session.post('Profiler.stop');
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename=cpu.cpuprofile',
    });
    response.end(JSON.stringify(profile));
  } finally {
    session.disconnect();
  }
}

async function writeHeapSnapshot(response: ServerResponse): Promise<void> {
  const { getHeapSnapshot } = await import('node:v8');
  const { pipeline } = await import('node:stream/promises');
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-disposition': 'attachment; filename=heap.heapsnapshot',
  });
  await pipeline(getHeapSnapshot(), response);
}

async function writeEventLoopDelay(response: ServerResponse, seconds: number): Promise<void> {
  const { monitorEventLoopDelay } = await import('node:perf_hooks');
  const histogram = monitorEventLoopDelay({ resolution: 10 });
  histogram.enable();
  await setTimeout(seconds * 1000, undefined, { ref: false });
  histogram.disable();
  const ms = (nanoseconds: number): number => Math.round(nanoseconds / 1e4) / 100;
  const delays = {
    mean: ms(histogram.mean),
    p50: ms(histogram.percentile(50)),
    p99: ms(histogram.percentile(99)),
    max: ms(histogram.max),
  };
  text(response, `${JSON.stringify(delays)}\n`);
}

function text(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(body);
}
