/** What the runtime reads of strangers takes time in line with its length, whatever its shape. */
import { describe, expect, test, vi } from 'vitest';
import { deepFreeze } from '../../src/runtime/cache/store/freeze.js';
import { metadataFields } from '../../src/runtime/cache/store/metadata-fields.js';
import { SharedFields } from '../../src/runtime/cache/store/shared-fields.js';
import { apiErrorFrom } from '../../src/runtime/client/requests/api-error.js';
import { parseKubeConfig } from '../../src/runtime/client/config/kube-config-file.js';
import { splitLines } from '../../src/runtime/client/watch/line-splitter.js';
import { redactFields } from '../../src/runtime/log/redact.js';
import { hideSecrets } from '../../src/runtime/log/secret-texts.js';
import { silentLogger } from '../../src/runtime/log/silent-logger.js';
import { isEqual, isSatisfiedBy } from '../../src/runtime/object/equality.js';
import { int64 } from '../../src/kubernetes/json/exact-integers.js';
import { labelMatcher } from '../../src/runtime/object/label-selector.js';
import { applyMergePatch, diffMergePatch } from '../../src/runtime/object/merge-patch.js';
import { parseExact } from '../../src/kubernetes/json/parse-exact.js';
import { mutable } from '../../src/runtime/object/readonly.js';
import { stringifyExact } from '../../src/kubernetes/json/stringify-exact.js';
import { parseAdmissionReview } from '../../src/runtime/webhook/admission/admission-review.js';
import { callTimeoutMs } from '../../src/runtime/webhook/server/call-deadline.js';
import { ConversionHook } from '../../src/runtime/webhook/conversion/conversion-hook.js';
import { hubConversion } from '../../src/runtime/webhook/conversion/converter.js';
import { jsonPatch } from '../../src/runtime/object/json-patch.js';
import { BodyWeight } from '../../src/runtime/webhook/limits/body-weight.js';
import { lossless } from '../../src/runtime/webhook/conversion/lossless.js';
import { schemaViolations } from '../../src/runtime/webhook/recall/schema-violations.js';
import { betaConverter, GuestbookV1, reviewOf } from '../runtime/webhook/guestbook.js';
import { partOf } from '../lanes/thorough.js';
import { judge, tried } from './growth.js';
import { aliasShapes, jsonShapes, objectShapes, repeated } from './shapes.js';

vi.setConfig({ testTimeout: 120_000 });

describe('JSON', () => {
  test('is read', async () => {
    expect(await judge(parseExact, jsonShapes)).toEqual([]);
  });

  test('is read and written', async () => {
    expect(await judge((text: string) => stringifyExact(parseExact(`[${text}]`) as object), jsonShapes)).toEqual([]);
  });

  test('that is cut off is refused', async () => {
    const cut = jsonShapes.map(({ name, make }) => ({ name, make: (size: number) => make(size).slice(0, -1) }));
    expect(await judge(tried(parseExact), cut)).toEqual([]);
  });

  test('bodies are weighed, and split into lines', async () => {
    expect(await judge((text: string) => new BodyWeight().add(Buffer.from(text)), jsonShapes)).toEqual([]);
    const lines = async (text: string): Promise<void> => {
      const bytes = Buffer.from(text);
      async function* chunks(): AsyncGenerator<Buffer> {
        for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
      }
      for await (const batch of splitLines(chunks(), { bytes: Infinity, failure: () => new Error('too long') }))
        void batch;
    };
    expect(await judge(lines, [...repeated(['\n', 'a', '\r\n', '€'])])).toEqual([]);
  });
});

describe('objects', () => {
  const copied = (run: (left: object, right: object) => unknown) => (value: object) =>
    run(value, mutable<object>(value));

  test('are copied, compared and frozen', async () => {
    expect(await judge((value: object) => mutable(value), objectShapes)).toEqual([]);
    expect(await judge(copied(isEqual), objectShapes)).toEqual([]);
    expect(await judge(copied(isSatisfiedBy), objectShapes)).toEqual([]);
    expect(await judge((value: object) => deepFreeze(mutable<object>(value)), objectShapes)).toEqual([]);
  });

  test('are patched, by what changed and by what somebody else changed', async () => {
    const changed = (value: object): unknown => {
      const other = mutable<object>(value);
      changeDeepest(other);
      const patch = diffMergePatch(value, other);
      return patch && applyMergePatch(value, patch);
    };
    expect(await judge(changed, objectShapes)).toEqual([]);
    expect(await judge((value: object) => applyMergePatch({}, value), objectShapes)).toEqual([]);
    expect(await judge((value: object) => applyMergePatch(value, value), objectShapes)).toEqual([]);
  });

  test('become JSON patches', async () => {
    // The library behind them goes down one call for each level, as far as the stack.
    const shallow = objectShapes.filter(({ name }) => !/deep|every level/.test(name));
    const changed = (value: object): unknown => jsonPatch(value, { ...mutable<object>(value), added: 1 });
    expect(await judge(changed, shallow)).toEqual([]);
    expect(await judge((value: object) => jsonPatch({}, value), shallow)).toEqual([]);
  });

  test('are logged', async () => {
    expect(await judge((value: object) => redactFields({ value }), objectShapes)).toEqual([]);
  });

  test('share their managed fields', async () => {
    const share = (value: object): void => {
      const fieldsV1 = { 'f:spec': mutable<object>(value) };
      new SharedFields().share({ metadata: { managedFields: [{ fieldsV1 }] } } as never);
    };
    expect(await judge(share, objectShapes)).toEqual([]);
  });

  test('take exact numbers one by one', async () => {
    const set = (count: number): void => {
      const holder = {};
      for (let index = 0; index < count; index++) int64.set(holder, `k${index}`, 9_007_199_254_740_993n);
    };
    expect(await judge(set, [{ name: 'numbers', make: (size) => size }])).toEqual([]);
  });

  test('are judged by schemas', async () => {
    const schema = {
      type: 'object',
      additionalProperties: {
        anyOf: [
          { type: 'string', pattern: '^(a+)+$', maxLength: 10 },
          { type: 'array', 'x-kubernetes-list-type': 'set' },
          { type: 'object', additionalProperties: { type: 'integer', maximum: 5 }, maxProperties: 5 },
        ],
      },
    };
    expect(await judge((value: object) => schemaViolations(value, schema), objectShapes)).toEqual([]);
  });
});

describe('webhook bodies', () => {
  test('of admission are read', async () => {
    const body = (text: string): Buffer =>
      Buffer.from(JSON.stringify(reviewOf({ object: '@' })).replace('"@"', () => `{"metadata":{},"spec":${text}}`));
    expect(await judge((text: string) => parseAdmissionReview(body(text), 'application/json'), jsonShapes)).toEqual([]);
  });

  test('of conversion are converted, with any annotation', async () => {
    const hook = new ConversionHook(() => Promise.resolve({ type: 'object' }));
    hook.add(GuestbookV1.gvk, hubConversion(GuestbookV1, [lossless(betaConverter)]));
    const object = (spec: string, memory: string): string =>
      `{"apiVersion":"webapp.my.domain/v1beta1","kind":"Guestbook","metadata":{"name":"a","annotations":{"kbts.dev/conversion-hub":${JSON.stringify(memory)}}},"spec":${spec}}`;
    const call = (objects: string): Promise<unknown> => {
      const request = `{"uid":"1","desiredAPIVersion":"webapp.my.domain/v1","objects":[${objects}]}`;
      const body = Buffer.from(
        `{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":${request}}`,
      );
      const { signal } = new AbortController();
      return hook.handle({ body, contentType: 'application/json', signal, log: silentLogger });
    };
    expect(await judge((text: string) => call(object(`{"owner":${text}}`, '{}')), jsonShapes, { to: 16_000 })).toEqual(
      [],
    );
    const remembered = (text: string): Promise<unknown> => call(object('{}', `{"spec":{"owner":${text}}}`));
    expect(await judge(remembered, jsonShapes, { to: 16_000 })).toEqual([]);
    expect(
      await judge(
        (count: number) => call(Array.from({ length: count }, () => object('{}', '{}')).join(',')),
        [{ name: 'many', make: (size) => size / 20 }],
      ),
    ).toEqual([]);
  });

  test('and their addresses', async () => {
    expect(
      await judge((text: string) => callTimeoutMs(`/x?timeout=${text}`, 1), repeated(['1', '1s', '.', 'ms', '&', '%'])),
    ).toEqual([]);
  });
});

describe('texts', () => {
  test('of errors', async () => {
    const error = (text: string): Error => apiErrorFrom(text, { status: 500, request: 'GET /', hint: undefined });
    expect(await judge(error, [...jsonShapes, ...repeated([' ', 'a', '{'])])).toEqual([]);
  });

  test('that are logged', async () => {
    const words = [
      '\\',
      '"',
      "'",
      ' ',
      '\t',
      '\n',
      ':',
      '=',
      '{',
      '}',
      '.',
      '-',
      '@',
      '/',
      'a',
      'A',
      'password',
      'password:',
      'secret',
      'secret=',
      'token ',
      'key-data',
      'bearer ',
      'basic  ',
      'kind',
      'Secret',
      'eyJ',
      '-eyJ',
      'eyJaaaaaaaa.',
      'AKIA',
      'gh',
      'a://',
      'a://a:',
      '"data"',
      '"data":{',
      'data:\n',
      ' data:\n  ',
      '-----BEGIN ',
      '-----BEGIN PRIVATE KEY-----',
      '-----END ',
      'PRIVATE KE',
      'kind: Secret\n',
    ];
    const pairs = words.flatMap((first) => ['', ...words].map((second) => `${first}${second}`));
    const yaml = pairs.map((pair) => ({
      name: `a Secret and ${JSON.stringify(pair)}`,
      make: (length: number) => `kind: Secret\n${pair.repeat(Math.ceil(length / pair.length))}`,
    }));
    const shapes = partOf([...repeated(pairs), ...yaml], 8);
    expect(await judge(hideSecrets, shapes, { from: 1_000, to: 4_000 })).toEqual([]);
  });

  test('of selectors', async () => {
    expect(
      await judge((text: string) => metadataFields(text), repeated(['a', ',', '=', '!=', ' ', 'metadata.name=', '.'])),
    ).toEqual([]);
    const many = {
      name: 'labels',
      make: (size: number) => Object.fromEntries(Array.from({ length: size / 10 }, (_, n) => [`k${n}`, 'v'])),
    };
    expect(await judge((labels: Record<string, string>) => labelMatcher(labels)(labels), [many])).toEqual([]);
  });

  test('of kubeconfigs', async () => {
    const parse = tried((text: string) => parseKubeConfig(text, 'config'));
    const words = ['a', ' ', '\n', '- ', ': ', '"', "'", '{', '[', '&a ', '*a ', '#', '|', '\t', '? ', '!!str ', '%'];
    expect(await judge(parse, [...jsonShapes, ...repeated(words), ...aliasShapes], { from: 200, to: 400 })).toEqual([]);
  });
});

function changeDeepest(value: object): void {
  let holder = value as Record<string, unknown>;
  for (;;) {
    const key = Object.keys(holder).at(-1);
    const inner = key === undefined ? undefined : holder[key];
    if (typeof inner !== 'object' || inner === null) {
      if (!Array.isArray(holder)) holder['changed'] = true;
      return;
    }
    holder = inner as Record<string, unknown>;
  }
}
