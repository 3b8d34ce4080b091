/** A real browser, driven through its debugging pipe: just what the tests of the book need. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** One open tab. */
export interface Tab {
  /** Opens an address and waits until it is loaded. */
  open(url: string): Promise<void>;
  /** The value of an expression on the page. */
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until an expression on the page is true. */
  until(expression: string): Promise<void>;
  /** Types into what has the focus; `Enter` and other names of keys are pressed. */
  press(key: string): Promise<void>;
  /** Puts a whole text at once into what has the focus, as pasting does. */
  type(text: string): Promise<void>;
  /** How wide the window is, and which colours its user likes. */
  look(width: number, height: number, scheme: 'light' | 'dark'): Promise<void>;
  /** Milliseconds of processor time that the thread of the page has used. */
  busy(): Promise<number>;
  /** A picture of the window as PNG. */
  screenshot(): Promise<Buffer>;
  /** What the page complained of since the start. */
  readonly complaints: string[];
  close(): Promise<void>;
}

/** Where a Chromium is, if there is one. */
export function findBrowser(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find((file) => existsSync(file));
}

type Message = Readonly<{
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}>;

/** Starts the browser with one tab. */
export async function openTab(browser: string): Promise<Tab> {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'kbts-browser-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-pipe'];
  for (const what of ['background-networking', 'component-update', 'sync', 'quic']) flags.push(`--disable-${what}`);
  const child = spawn(browser, [...flags, `--user-data-dir=${profile}`, '--window-size=1200,900', 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const connection = connect(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const complaints: string[] = [];
  connection.onEvent = ({ method, params }) => {
    if (method === 'Runtime.exceptionThrown' || method === 'Log.entryAdded') complaints.push(JSON.stringify(params));
  };
  const { targetInfos } = (await connection.send('Target.getTargets')) as { targetInfos: Record<string, string>[] };
  const target = targetInfos.find(({ type }) => type === 'page');
  const session = (await connection.send('Target.attachToTarget', { targetId: target?.targetId, flatten: true }))
    .sessionId as string;
  const call = async (method: string, params: object = {}) => connection.send(method, params, session);
  for (const domain of ['Page', 'Runtime', 'Log']) await call(`${domain}.enable`);
  await call('Performance.enable', { timeDomain: 'threadTicks' });

  async function evaluate<T>(expression: string): Promise<T> {
    const answer = await call('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    if (answer.exceptionDetails !== undefined) throw new Error(`${expression}: ${JSON.stringify(answer)}`);
    return (answer.result as { value: T }).value;
  }
  const until = async (expression: string): Promise<void> => {
    while (!(await evaluate<boolean>(`Boolean(${expression})`).catch(() => false))) await connection.anything();
  };
  return {
    complaints,
    evaluate,
    until,
    open: async (url) => {
      // The same address may be open already: its page must not pass for the new one.
      await evaluate('globalThis.isLeft = true');
      await call('Page.navigate', { url });
      const isThere = `location.href.startsWith(${JSON.stringify(url)}) && globalThis.isLeft !== true`;
      await until(`document.readyState === 'complete' && ${isThere}`);
    },
    press: async (key) => {
      const text = key === 'Enter' ? { text: '\r' } : key.length === 1 ? { text: key } : {};
      await call('Input.dispatchKeyEvent', { type: 'keyDown', key, ...text });
      await call('Input.dispatchKeyEvent', { type: 'keyUp', key });
    },
    type: async (text) => void (await call('Input.insertText', { text })),
    look: async (width, height, scheme) => {
      await call('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: width < 500 });
      await call('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
    },
    busy: async () => {
      const { metrics } = (await call('Performance.getMetrics')) as { metrics: { name: string; value: number }[] };
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
    },
    screenshot: async () => Buffer.from((await call('Page.captureScreenshot')).data as string, 'base64'),
    close: async () => {
      const ended = once(child, 'exit');
      await connection.send('Browser.close');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Messages are JSON, each followed by a zero byte. */
function connect(input: Writable, output: Readable) {
  const waiting = new Map<number, (message: Message) => void>();
  const connection = {
    onEvent: undefined as ((message: Message) => void) | undefined,
    /** Resolves soon, after the browser had time to do something. */
    anything: async (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20)),
    send: async (method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, ({ result, error }) =>
          error === undefined ? resolve(result ?? {}) : reject(new Error(`${method}: ${error.message}`)),
        );
        input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      }),
  };
  let nextId = 1;
  let rest = '';
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const texts = (rest + chunk).split('\0');
    rest = texts.pop() ?? '';
    for (const message of texts.map((text) => JSON.parse(text) as Message)) {
      if (message.id === undefined) connection.onEvent?.(message);
      else waiting.get(message.id)?.(message);
    }
  });
  return connection;
}
