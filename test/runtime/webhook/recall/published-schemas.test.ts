import { describe, expect, test } from 'vitest';
import { publishedSchemas } from '../../../../src/runtime/webhook/recall/published-schemas.js';

const gvk = { group: 'webapp.my.domain', version: 'v1', kind: 'Guestbook' };
const document = (maximum: number): unknown => ({
  components: {
    schemas: {
      Other: { type: 'object', 'x-kubernetes-group-version-kind': [{ ...gvk, kind: 'Other' }] },
      Guestbook: { type: 'object', maximum, 'x-kubernetes-group-version-kind': [gvk] },
    },
  },
});

describe('published schemas', () => {
  test('are found by group, version and kind, and asked for again when they are old', async () => {
    let asked = 0;
    let time = 0;
    const schemas = publishedSchemas({ openApi: () => Promise.resolve(document(++asked)) }, () => time);

    expect(await schemas(gvk)).toMatchObject({ maximum: 1 });
    expect(await schemas(gvk)).toMatchObject({ maximum: 1 });
    time = 60_000;
    expect(await schemas(gvk)).toMatchObject({ maximum: 2 });
    expect(await schemas({ ...gvk, kind: 'None' })).toBeUndefined();
  });

  test('of a kind that was missing a moment ago are asked for again', async () => {
    let time = 0;
    const answers = [undefined, document(1)];
    const schemas = publishedSchemas({ openApi: () => Promise.resolve(answers.shift()) }, () => time);

    expect(await schemas(gvk)).toBeUndefined();
    time = 500;
    expect(await schemas(gvk)).toBeUndefined();
    time = 1_500;
    expect(await schemas(gvk)).toMatchObject({ maximum: 1 });
    time = 29_000;
    expect(await schemas(gvk)).toMatchObject({ maximum: 1 });
    expect(answers).toEqual([]);
  });

  test('old ones serve on while the server does not answer', async () => {
    let time = 0;
    const answers = [Promise.resolve(document(1)), Promise.reject(new Error('busy'))];
    answers[1]?.catch(() => undefined);
    const schemas = publishedSchemas(
      { openApi: () => answers.shift() ?? Promise.reject(new Error('busy')) },
      () => time,
    );
    await schemas(gvk);
    time = 60_000;

    expect(await schemas(gvk)).toMatchObject({ maximum: 1 });
  });

  test.each([undefined, null, {}, { components: 1 }, { components: { schemas: [1] } }])(
    '%j has none',
    async (answer) => {
      expect(await publishedSchemas({ openApi: () => Promise.resolve(answer) })(gvk)).toBeUndefined();
    },
  );

  test('a server that never answered is an error', async () => {
    await expect(publishedSchemas({ openApi: () => Promise.reject(new Error('busy')) })(gvk)).rejects.toThrow('busy');
  });
});
