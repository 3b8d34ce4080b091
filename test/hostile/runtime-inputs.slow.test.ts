/** Thousands of spoiled inputs: none stops the runtime for long, none ends it, and no secret gets into a log. */
import { Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { deepFreeze } from '../../src/runtime/cache/store/freeze.js';
import { parseClusterConfig } from '../../src/runtime/client/config/kube-config.js';
import type { Transport } from '../../src/runtime/client/connection/transport.js';
import { openWatch } from '../../src/runtime/client/watch/watch-stream.js';
import type { Logger } from '../../src/runtime/log/logger.js';
import { createLogger } from '../../src/runtime/log/pino-logger.js';
import { isEqual } from '../../src/runtime/object/equality.js';
import { defineKind } from '../../src/runtime/object/kind.js';
import { applyMergePatch, diffMergePatch } from '../../src/runtime/object/merge-patch.js';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import { parseExact } from '../../src/kubernetes/json/parse-exact.js';
import { mutable } from '../../src/runtime/object/readonly.js';
import { stringifyExact } from '../../src/kubernetes/json/stringify-exact.js';
import { webhook } from '../../src/runtime/webhook/webhook-value.js';
import type { Hook } from '../../src/runtime/webhook/server/hook.js';
import { ConversionHook } from '../../src/runtime/webhook/conversion/conversion-hook.js';
import { lossless } from '../../src/runtime/webhook/conversion/lossless.js';
import { betaConverter, GuestbookV1, reviewOf } from '../runtime/webhook/guestbook.js';
import { processorMs } from './growth.js';
import { CANARY, randomOf, spoiled, spoiledText } from './random-inputs.js';
import { connectTo } from '../../src/runtime/part.js';

vi.setConfig({ testTimeout: 120_000 });

/** Six tests, so 10,200 inputs. */
const RUNS = 1_700;
const MOST_MS = 100;
const encoded = Buffer.from(CANARY).toString('base64');
const secrets = new RegExp(`${CANARY}|${encoded.slice(0, 20)}`);
const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name: 's',
    namespace: 'default',
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': `{"kind":"Secret","data":{"a":"${encoded}"}}` },
    managedFields: [{ manager: 'kubectl', operation: 'Update', fieldsV1: { 'f:data': { 'f:a': {} } } }],
  },
  type: 'Opaque',
  data: { a: encoded, password: encoded },
  count: 1,
};

/** Runs `take` on many seeds. Returns what went wrong, with the seed. */
async function judge(take: (random: () => number, log: Logger) => unknown): Promise<string[]> {
  const found: string[] = [];
  let printed = '';
  const log = createLogger({ level: 'debug', format: 'json', write: (line) => (printed += line) });
  for (let seed = 1; seed <= RUNS; seed++) {
    const run = (): unknown => take(randomOf(seed), log);
    let ms = await processorMs(run);
    // Collections of garbage and other threads count as well; what is slow is slow every time.
    for (let chance = 0; chance < 3 && ms >= MOST_MS; chance++) ms = Math.min(ms, await processorMs(run));
    if (ms >= MOST_MS) found.push(`seed ${seed}: ${Math.round(ms)} ms`);
    if (secrets.test(printed))
      found.push(
        `seed ${seed} printed a secret: ${printed.slice(Math.max(0, printed.search(secrets) - 300)).slice(0, 500)}`,
      );
    printed = '';
  }
  return found;
}

/** Errors are for the log; only those that JavaScript itself throws for a bug are a failure. */
async function logged(log: Logger, run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof RangeError || error instanceof ReferenceError) throw error;
    log.error('refused', { error });
  }
}

describe('spoiled inputs', () => {
  test('objects', async () => {
    const take = (random: () => number, log: Logger): Promise<void> =>
      logged(log, () => {
        const text = stringifyExact([spoiled(secret, random)]);
        log.info('reading', { text });
        const object = parseExact(spoiledText(text, random)) as object;
        log.info('read', { object });
        const other = mutable<object>(object);
        Object.assign(other, { added: spoiled(secret, random) });
        const patch = diffMergePatch(object, other) ?? {};
        expect(isEqual(applyMergePatch(object, patch), other)).toBe(!Array.isArray(object));
        expect(isEqual(parseExact(stringifyExact(object)), object)).toBe(true);
        deepFreeze(object);
      });
    expect(await judge(take)).toEqual([]);
  });

  test('watch events', async () => {
    const Secret = defineKind<KubeObject>({
      group: '',
      version: 'v1',
      kind: 'Secret',
      plural: 'secrets',
      scope: 'Namespaced',
    });
    const take = (random: () => number, log: Logger): Promise<void> =>
      logged(log, async () => {
        const lines = ['ADDED', 'MODIFIED', 'ERROR'].map((type) =>
          spoiledText(stringifyExact(spoiled({ type, object: secret }, random) as object), random),
        );
        const transport = answering(`${lines.join('\n')}\n`);
        for await (const event of await openWatch(transport, Secret, {}))
          if (event.type === 'ERROR') log.error('watch', { error: event.error });
          else log.info('event', { object: event.object });
      });
    expect(await judge(take)).toEqual([]);
  });

  const hooks = new Map<string, Hook>();
  const conversion = new ConversionHook(() => Promise.resolve({ type: 'object' }));
  const webhooks = {
    register: (path: string, hook: Hook) => void hooks.set(path.startsWith('/mutate') ? 'mutate' : 'validate', hook),
    registerConversion: conversion.add.bind(conversion),
  };
  connectTo(
    { webhooks, log: createLogger({ write: () => undefined }) },
    webhook(GuestbookV1)
      .default((draft) => void (draft.spec.tier ??= 'free'))
      .validate({ create: ({ spec }) => (spec.replicas === 0 ? { deny: 'empty' } : undefined) })
      .convert(lossless(betaConverter)),
  );
  const call = async (hook: Hook | undefined, text: string, log: Logger): Promise<void> => {
    const { signal } = new AbortController();
    const reply = await hook?.handle({ body: Buffer.from(text), contentType: 'application/json', signal, log });
    expect([200, 400]).toContain(reply?.status);
  };

  test.each(['mutate', 'validate'])('admission bodies: %s', async (path) => {
    const object = {
      ...new GuestbookV1({ metadata: { name: 'team' }, spec: { replicas: 1 } }),
      stringData: { a: CANARY },
    };
    const take = (random: () => number, log: Logger): Promise<void> =>
      call(hooks.get(path), spoiledText(stringifyExact(spoiled(reviewOf({ object }), random) as object), random), log);
    expect(await judge(take)).toEqual([]);
  });

  test('conversion bodies', async () => {
    const annotations = {
      'kbts.dev/conversion-hub': `{"spec":{"owner":{"name":"a","team":"b"}},"status":{"a":"${CANARY}"}}`,
    };
    const object = {
      apiVersion: 'webapp.my.domain/v1beta1',
      kind: 'Guestbook',
      metadata: { name: 'a', annotations },
      spec: { size: 1, owner: 'a' },
      token: CANARY,
    };
    const request = { uid: '1', desiredAPIVersion: 'webapp.my.domain/v1', objects: [object, object] };
    const review = { kind: 'ConversionReview', apiVersion: 'apiextensions.k8s.io/v1', request };
    const take = (random: () => number, log: Logger): Promise<void> =>
      call(conversion, spoiledText(stringifyExact(spoiled(review, random) as object), random), log);
    expect(await judge(take)).toEqual([]);
  });

  test('kubeconfigs', async () => {
    const take = (random: () => number, log: Logger): Promise<void> =>
      logged(log, async () => {
        const json = spoiled(kubeConfig, random);
        const text = random() < 0.5 ? JSON.stringify(json) : yamlOf(json);
        log.info('config', { server: (await parseClusterConfig(spoiledText(text, random))).server });
      });
    expect(await judge(take)).toEqual([]);
  });
});

const user = { token: CANARY, password: CANARY, 'client-key-data': encoded, 'client-certificate-data': encoded };
const kubeConfig = {
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'a',
  clusters: [{ name: 'a', cluster: { server: 'https://127.0.0.1:6443', 'insecure-skip-tls-verify': true } }],
  users: [{ name: 'a', user }],
  contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
};

/** Plain block style, in which values are not quoted. */
function yamlOf(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return ` ${String(value).slice(0, 200)}\n`;
  const entries = Object.entries(value);
  if (indent.length > 40 || entries.length === 0) return ' {}\n';
  const key = (name: string): string => (Array.isArray(value) ? '-' : `${name}:`);
  return `\n${entries.map(([name, inner]) => `${indent}${key(name)}${yamlOf(inner, `${indent}  `)}`).join('')}`;
}

function answering(text: string): Transport {
  const response = {
    status: 200,
    headers: {},
    body: Readable.from([Buffer.from(text)]),
    text: () => Promise.resolve(text),
    destroy: () => undefined,
  };
  return { server: 'https://127.0.0.1', request: () => Promise.resolve(response) } as unknown as Transport;
}
