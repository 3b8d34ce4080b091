/** How many reconciles follow what, and why, with exact numbers; the same on every control plane. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ControllerBuilder } from '../../../../src/runtime/controller/builder.js';
import { predicates } from '../../../../src/runtime/controller/predicate.js';
import type { ReconcileContext, Request, Result } from '../../../../src/runtime/controller/reconcile.js';
import {
  type ControlPlane,
  type ControlPlaneKind,
  eventually,
  startControlPlane,
} from '../../../../src/testing/index.js';
import { Book, ConfigMap, Shelf } from '../library.js';

/** Declares the tests. */
export function eventCounts(kind: ControlPlaneKind): void {
  let plane: ControlPlane;
  let shelf: Shelf | undefined;
  let count = 0;

  beforeAll(async () => {
    plane = await startControlPlane({ kind, crds: ['test/runtime/controller/testdata/books.yaml'] });
  });
  afterEach(async () => {
    await shelf?.[Symbol.asyncDispose]();
    shelf = undefined;
  });
  afterAll(() => plane?.stop());

  async function open(
    more: {
      reconcile?: (request: Request, context: ReconcileContext) => Promise<Result> | Result;
      build?: (builder: ControllerBuilder<Book>) => ControllerBuilder<Book>;
    } = {},
  ): Promise<Shelf> {
    shelf = await Shelf.open(plane, `shelf-${count++}`, more);
    return shelf;
  }

  const onGeneration = (builder: ControllerBuilder<Book>) => builder.filter(predicates.generationChanged());
  const ways: [string, (builder: ControllerBuilder<Book>) => ControllerBuilder<Book>][] = [
    ['without', (builder) => builder],
    ['with', onGeneration],
  ];
  const create = (on: Shelf, more: Partial<Book> = {}) =>
    plane.client.create(new Book({ spec: { pages: 1 }, ...more, metadata: { ...on.key('a'), ...more.metadata } }));
  const patch = (on: Shelf, body: object) =>
    plane.client.patch({ kind: Book, ...on.key('a') }, { type: 'merge', body });
  const at = (on: Shelf, name = 'a') => `${on.namespace}/${name}`;

  test.each(ways)('§7.2.1 §19.1.1 §21.1.9 create: 1 reconcile, %s generationChanged', async (_name, build) => {
    const on = await open({ build });

    await create(on);

    expect(await on.settled(plane)).toEqual([`a: create Book ${at(on)}`]);
  });

  test('§19.1.2 update of the spec: 1 reconcile, with and without generationChanged', async () => {
    for (const build of [(builder: ControllerBuilder<Book>) => builder, onGeneration]) {
      const on = await open({ build });
      await create(on);
      await on.settled(plane);

      await patch(on, { spec: { pages: 2 } });

      expect(await on.settled(plane)).toEqual([`a: update Book ${at(on)}`]);
      await on[Symbol.asyncDispose]();
    }
  });

  test('§19.1.2 update of labels: 1 reconcile, with generationChanged none', async () => {
    const plain = await open();
    await create(plain);
    await plain.settled(plane);
    await patch(plain, { metadata: { labels: { a: 'b' } } });
    expect(await plain.settled(plane)).toEqual([`a: update Book ${at(plain)}`]);
    await plain[Symbol.asyncDispose]();

    const filtered = await open({ build: onGeneration });
    await create(filtered);
    await filtered.settled(plane);
    await patch(filtered, { metadata: { labels: { a: 'b' } } });

    expect(await filtered.settled(plane)).toEqual([]);
  });

  test('§7.3.2 §19.1.3 update of the status: 1 reconcile, with generationChanged none', async () => {
    const plain = await open();
    await create(plain);
    await plain.settled(plane);
    await plane.client.status.patch(
      { kind: Book, ...plain.key('a') },
      { type: 'merge', body: { status: { read: 1 } } },
    );
    expect(await plain.settled(plane)).toEqual([`a: update Book ${at(plain)}`]);
    await plain[Symbol.asyncDispose]();

    const filtered = await open({ build: onGeneration });
    await create(filtered);
    await filtered.settled(plane);
    await plane.client.status.patch(
      { kind: Book, ...filtered.key('a') },
      { type: 'merge', body: { status: { read: 1 } } },
    );

    expect(await filtered.settled(plane)).toEqual([]);
  });

  test('§19.1.2 an update that changes nothing: no reconcile', async () => {
    const on = await open();
    await create(on);
    await on.settled(plane);

    await patch(on, { spec: { pages: 1 } });

    expect(await on.settled(plane)).toEqual([]);
  });

  test('§19.1.3 a reconciler that writes its own status: 2 reconciles after create, with generationChanged 1', async () => {
    const reconcile = async (request: Request, { client }: ReconcileContext): Promise<void> => {
      const book = await client.find(Book, request);
      if (request.name !== 'a' || !book || book.status?.read === book.spec?.pages) return;
      await client.status.patch(
        { kind: Book, ...request },
        { type: 'merge', body: { status: { read: book.spec?.pages } } },
      );
    };
    const plain = await open({ reconcile });
    await create(plain);
    expect(await plain.settled(plane)).toEqual([`a: create Book ${at(plain)}`, `a: update Book ${at(plain)}`]);
    await plain[Symbol.asyncDispose]();

    const filtered = await open({ reconcile, build: onGeneration });
    await create(filtered);

    expect(await filtered.settled(plane)).toEqual([`a: create Book ${at(filtered)}`]);
  });

  test.each([
    ['created, changed and deleted: 1 reconcile of the owner each', false, 1],
    // A ConfigMap has no generation, so that no change of one passes.
    ['created and deleted: 1 reconcile of the owner each, changed: none with generationChanged', true, 0],
  ])('§7.2.2 §8.1.1 §19.1.4 owned object %s', async (_counts, isFiltered, changes) => {
    const build = isFiltered ? onGeneration : (builder: ControllerBuilder<Book>) => builder;
    const on = await open({ build: (builder) => build(builder).owns(ConfigMap) });
    const { metadata } = await create(on);
    await on.settled(plane, 'both');
    const ownerReferences = [
      { apiVersion: 'library.example.com/v1', kind: 'Book', name: 'a', uid: metadata.uid ?? '', controller: true },
    ];
    const child = { kind: ConfigMap, ...on.key('child') };

    await plane.client.create(new ConfigMap({ metadata: { ...on.key('child'), ownerReferences } }));
    expect(await on.settled(plane, 'both')).toEqual([`a: create ConfigMap ${at(on, 'child')}`]);
    await plane.client.patch(child, { type: 'merge', body: { data: { changed: 'yes' } } });
    const updates = Array.from({ length: changes }, () => `a: update ConfigMap ${at(on, 'child')}`);
    expect(await on.settled(plane, 'both')).toEqual(updates);
    await plane.client.delete(child);

    expect(await on.settled(plane, 'both')).toEqual([`a: delete ConfigMap ${at(on, 'child')}`]);
  });

  test('§19.1.4 an object that nobody owns: no reconcile', async () => {
    const on = await open({ build: (builder) => builder.owns(ConfigMap) });

    await plane.client.create(new ConfigMap({ metadata: on.key('stray') }));

    expect(await on.settled(plane, 'both')).toEqual([]);
  });

  test.each(ways)(
    '§19.1.5 delete without finalizer: 1 reconcile, and the object is gone, %s generationChanged',
    async (_name, build) => {
      const found: boolean[] = [];
      const on = await open({
        build,
        reconcile: async (request, { client }) =>
          void (request.name === 'a' && found.push((await client.find(Book, request)) !== undefined)),
      });
      await create(on);
      await on.settled(plane);

      await plane.client.delete({ kind: Book, ...on.key('a') });

      expect(await on.settled(plane)).toEqual([`a: delete Book ${at(on)}`]);
      expect(found).toEqual([true, false]);
    },
  );

  test.each(ways)(
    '§7.3.2 §19.1.5 delete with finalizer: 2 reconciles, one when it begins and one when it is done, %s generationChanged',
    async (_name, build) => {
      const on = await open({ build });
      await create(on, { metadata: { finalizers: ['library.example.com/f'] } });
      await on.settled(plane);

      await plane.client.delete({ kind: Book, ...on.key('a') });
      expect(await on.settled(plane)).toEqual([`a: update Book ${at(on)}`]);
      await patch(on, { metadata: { finalizers: [] } });

      expect(await on.settled(plane)).toEqual([`a: delete Book ${at(on)}`]);
    },
  );

  test.each(ways)(
    '§5.3.4 §5.3.5 §19.1.6 requeue with backoff twice: 3 reconciles; requeueAfter once: 2, %s generationChanged',
    async (_name, build) => {
      const results: Result[] = [{ requeue: true }, { requeue: true }, undefined, { requeueAfter: '10ms' }];
      const on = await open({ build, reconcile: ({ name }) => (name === 'a' ? results.shift() : undefined) });

      await create(on);
      await eventually(() => expect(on.runs.length).toBe(3));
      expect(await on.settled(plane)).toEqual([`a: create Book ${at(on)}`, 'a: requeue', 'a: requeue']);
      await patch(on, { spec: { pages: 2 } });
      await eventually(() => expect(on.runs.length).toBe(2));

      expect(await on.settled(plane)).toEqual([`a: update Book ${at(on)}`, 'a: requeue']);
    },
  );

  test('§5.3.2 §19.1.6 an error: 1 more reconcile, as a retry', async () => {
    let failures = 1;
    const on = await open({
      reconcile: ({ name }) => {
        if (name === 'a' && failures-- > 0) throw new Error('not yet');
      },
    });

    await create(on);
    await eventually(() => expect(on.runs.length).toBe(2));

    expect(await on.settled(plane)).toEqual([`a: create Book ${at(on)}`, 'a: retry']);
  });

  test('§6.1.2 §19.1.6 five updates during one reconcile: 1 more reconcile', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const on = await open({ reconcile: ({ name }) => (name === 'a' ? held : undefined) });
    await create(on);
    await eventually(() => expect(on.runs.length).toBe(1));

    for (let pages = 2; pages <= 6; pages++) await patch(on, { spec: { pages } });
    await eventually(async () => expect((await on.manager.client.get(Book, on.key('a'))).spec?.pages).toBe(6));
    release();

    expect(await on.settled(plane)).toEqual([`a: create Book ${at(on)}`, `a: update Book ${at(on)}`]);
  });

  test('§6.3.6 §19.1.7 a new manager reconciles everything that is there once, with low priority', async () => {
    const first = await open();
    await create(first);
    await first.settled(plane);
    await first[Symbol.asyncDispose]();
    const priorities: number[] = [];

    shelf = await Shelf.open(plane, first.namespace, {
      reconcile: ({ name }, { priority }) => void (name === 'a' && priorities.push(priority)),
    });
    await eventually(() => expect(priorities).toEqual([-100]));

    expect(shelf.runs.filter((run) => run.startsWith('a:'))).toEqual([`a: create Book ${at(first)}`]);
  });
}
