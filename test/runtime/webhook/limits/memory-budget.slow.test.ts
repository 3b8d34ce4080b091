import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const MEBI = 1024 * 1024;
/** The heap that V8 gives itself in a container of 512 MiB. */
const HEAP_MEBI = 256;

describe('a process with the memory of a small container', () => {
  let folder: string;
  let child: ChildProcess;
  let port: number;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kbts-memory-'));
    const outfile = path.join(folder, 'server.mjs');
    const entry = path.join(import.meta.dirname, 'small-server.ts');
    const js = "import { createRequire as load } from 'node:module'; const require = load(import.meta.url);";
    await build({ entryPoints: [entry], bundle: true, format: 'esm', platform: 'node', outfile, banner: { js } });
    child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MEBI}`, outfile], {
      cwd: process.cwd(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the server did not start')));
    ended.catch(() => undefined);
    const [line] = (await Promise.race([once(child.stdout ?? child, 'data'), ended])) as [Buffer];
    port = Number(line.toString());
  }, 60_000);

  afterAll(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  /** A review with as much of `item` as fits, after a part that a parser accepts. */
  const review = (item: string, bytes: number): Buffer => {
    const head = '{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{"uid":"1",';
    const objects = `"desiredAPIVersion":"webapp.my.domain/v1","objects":[${item}`;
    const count = Math.floor((bytes - head.length - objects.length - 3) / (item.length + 1));
    return Buffer.from(`${head}${objects}${`,${item}`.repeat(count)}]}}`);
  };
  const call = (body: Buffer): Promise<number | string> =>
    new Promise((resolve) => {
      const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/convert' }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      });
      sent.setHeader('content-type', 'application/json');
      // A server that has refused may hang up before everything was sent.
      sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
      sent.end(body);
    });
  const object = (spec: string): string =>
    `{"apiVersion":"webapp.my.domain/v1beta1","kind":"Guestbook","metadata":{"name":"a"},"spec":${spec}}`;
  const shapes: readonly [string, string][] = [
    ['objects', object('{"size":1}')],
    ['empty objects', '{}'],
    ['empty lists', '[]'],
    ['numbers', '9007199254740993'],
    ['strings', '"ab"'],
    ['wide objects', object(`{${Array.from({ length: 1000 }, (_, n) => `"k${n}":${n}`).join(',')}}`)],
    ['deep objects', object(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`)],
    ['characters of two bytes', object(`{"owner":"${'é€'.repeat(1000)}"}`)],
  ];

  test.each(shapes)(
    'outlives a body of 60 MB, and three at once that are just allowed: %s',
    async (_name, item) => {
      expect([413, 'ECONNRESET', 'EPIPE']).toContain(await call(review(item, 60_000_000)));

      for (const bytes of [2, 15]) {
        const body = review(item, bytes * MEBI);
        const answers = await Promise.all([call(body), call(body), call(body)]);
        for (const answer of answers) expect([200, 413, 503, 'ECONNRESET', 'EPIPE']).toContain(answer);
      }
      expect(child.exitCode).toBeNull();
      expect(await call(review(object('{"size":1}'), 10_000))).toBe(200);
    },
    60_000,
  );

  test.each([
    ['lists within lists', '['.repeat(600_000)],
    ['text', `"${'x'.repeat(MEBI)}`],
    ['their first byte', '{'],
  ])('answers others while 100 strangers hold bodies that stop after %s', async (_name, start) => {
    const strangers = Array.from({ length: 100 }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write(`POST /convert HTTP/1.1\r\nHost: x\r\nContent-Length: ${start.length + 10}\r\n\r\n${start}`);
      return socket.resume();
    });
    for (let round = 0; round < 20; round++) expect(await call(review(object('{"size":1}'), 10_000))).toBe(200);
    for (const socket of strangers) socket.destroy();
    expect(child.exitCode).toBeNull();
  });
});
