/** Uses of `webhook()`: those that compile, and those that do not with words of the message. */
import type { Uses } from '../../uses.js';

const model = `
import { type AdmissionContext, type Converter, type CustomResource, defineKind, lossless, type Manager, type Validator, type Verdict, webhook } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { type Pod } from 'kbts/k8s/core/v1';
export interface Book extends CustomResource<{ title: string; pages?: number }> { apiVersion: 'a.b/v1'; kind: 'Book' }
const Book = defineKind<Book>({ group: 'a.b', version: 'v1', kind: 'Book', plural: 'books', scope: 'Namespaced' });
interface Book2 extends CustomResource<{ name: string }> { apiVersion: 'a.b/v2'; kind: 'Book' }
const Book2 = defineKind<Book2>({ group: 'a.b', version: 'v2', kind: 'Book', plural: 'books', scope: 'Namespaced' });
interface Shelf extends CustomResource<{ width: number }> { apiVersion: 'a.b/v2'; kind: 'Shelf' }
const Shelf = defineKind<Shelf>({ group: 'a.b', version: 'v2', kind: 'Shelf', plural: 'shelves', scope: 'Namespaced' });
type Loose = CustomResource<{ name: string }>;
const Loose = defineKind<Loose>({ group: 'a.b', version: 'v3', kind: 'Book', plural: 'books', scope: 'Namespaced' });
declare const manager: Manager;
declare const v2: Converter<Book, Book2>;
declare const loose: Converter<Book, Loose>;
declare const looseHub: Converter<Loose, Book2>;
declare const self: Converter<Book, Book>;
declare const shelf: Converter<Book, Shelf>;
declare const ofShelf: Converter<Shelf, Book2>;
class Rules implements Validator<Book> {
  create({ spec }: Book, { warn }: AdmissionContext): Verdict {
    if (!spec.title) return { deny: 'no title' };
    warn('a warning');
  }
}
class Defaults {
  default({ spec }: Book): void { spec.pages ??= 100; }
}
void [Deployment, Shelf, webhook, manager, lossless, v2, loose, looseHub, self, shelf, ofShelf, Rules, Defaults, Book2];
export declare const pod: Pod;
`;

const right: Uses['right'] = [
  `manager.add(webhook(Book).default(({ spec }) => void (spec.pages ??= 1)))`,
  `webhook(Book).default(async ({ spec }) => { spec.pages ??= 1; }, { path: '/a' })`,
  `webhook(Book).default(new Defaults()).validate(new Rules(), { skipDeleting: true, path: undefined })`,
  `webhook(Book).validate(({ spec }, { old, warn, request }) => {
    if (request.dryRun) return warn('dry');
    return old?.spec.title === spec.title ? undefined : { deny: 'a', code: 409, causes: [{ field: 'b', message: 'c' }] };
  })`,
  `webhook(Book).validate({
    create: ({ spec }) => (spec.title ? undefined : { deny: 'a' }),
    async update(old, { spec }) { if (old.spec.title === spec.title) return; return { deny: 'b', reason: 'c' }; },
    delete: () => { throw new Error('never'); },
  })`,
  `webhook(Book).convert(v2, loose).convert(lossless(v2))`,
  `webhook(Loose).convert(looseHub)`,
  `webhook(Book).convert({ spoke: Book2, toHub: ({ spec }) => ({ spec: { title: spec.name } }), fromHub: ({ spec }) => ({ spec: { name: spec.title } }) })`,
  `webhook(Deployment).validate({ create: ({ spec }) => (spec?.replicas ? undefined : { deny: 'a' }) })`,
  `((): Validator<Book> => new Rules())`,
];

const wrong: Uses['wrong'] = [
  [`manager.add(webhook(Book))`, `Argument of type 'WebhookDraft<Book>' is not assignable`],
  [`webhook('Book')`, `Argument of type 'string' is not assignable to parameter of type 'Kind<KubeObject>'`],
  [`webhook(new Book({ metadata: { name: 'a' }, spec: { title: 'a' } }))`, `Type 'Book' is missing the following`],
  [`webhook(Book).valdiate({})`, `Did you mean 'validate'?`],
  [`webhook(Book).reconcile(async () => {})`, `Property 'reconcile' does not exist on type 'WebhookDraft<Book>'`],
  [`webhook(Book).default(({ spec }) => ({ spec }))`, `is not assignable to type 'void | Promise<void>'`],
  [`webhook(Book).default(async (book) => ({ ...book }))`, `is not assignable to type 'Promise<void>'`],
  [`webhook(Book).default(({ spec }) => (spec.pages ??= 1))`, `Type 'number' is not assignable to type 'void |`],
  [`webhook(Book).default((book) => { book.spec.titel = 'a'; })`, `Did you mean 'title'?`],
  [`webhook(Book).default((book) => { book.spec.pages = '1'; })`, `Type 'string' is not assignable to type 'number'`],
  [`webhook(Book).default((pod: Pod) => void pod)`, `Type '"a.b/v1"' is not assignable to type '"v1"'`],
  [`webhook(Book).default(() => undefined, { paht: '/a' })`, `'paht' does not exist in type 'HookOptions'`],
  [`webhook(Book).default(() => undefined, { path: 'a' })`, `Type '"a"' is not assignable to type '\`/\${string}\`'`],
  [`webhook(Book).default(() => undefined, { skipDeleting: true })`, `'skipDeleting' does not exist`],
  [`webhook(Book).default({ create: () => undefined })`, `'create' does not exist in type`],
  [`webhook(Book).validate()`, `Expected 1-2 arguments, but got 0`],
  [`webhook(Book).validate({ crate: () => undefined })`, `'crate' does not exist in type`],
  [`webhook(Book).validate(() => false)`, `Type 'boolean' is not assignable to type`],
  [`webhook(Book).validate(() => 'no')`, `Type 'string' is not assignable to type`],
  [`webhook(Book).validate(async () => ({ allowed: false }))`, `UnknownField<"allowed">`],
  [`webhook(Book).validate(() => ({ deny: 'no', cause: [] }))`, `UnknownField<"cause">`],
  [
    `webhook(Book).validate({ create: () => ({ deny: 'no', cuases: [] }), delete: () => ({ deny: 'no' }) })`,
    `UnknownField<"cuases">`,
  ],
  [`webhook(Book).validate({ update: async () => ({ deny: 'no', status: 409 }) })`, `UnknownField<"status">`],
  [`webhook(Book).validate(() => ({ deny: true }))`, `Type 'boolean' is not assignable to type 'string'`],
  [`webhook(Book).validate(() => ({ deny: 'no', code: '409' }))`, `Type 'string' is not assignable to type 'number'`],
  [
    `webhook(Book).validate(() => ({ deny: 'no', causes: [{ path: 'a', message: 'b' }] }))`,
    `Property 'field' is missing in type`,
  ],
  [
    `webhook(Book).validate({ update: ({ spec }) => (spec.titel ? undefined : { deny: 'a' }) })`,
    `Did you mean 'title'?`,
  ],
  [
    `webhook(Book).validate((book, { old }) => (old.spec.title === book.spec.title ? undefined : { deny: 'a' }))`,
    `'old' is possibly 'undefined'`,
  ],
  [
    `webhook(Book).validate((old, book) => (old.spec.title === book.spec.title ? undefined : { deny: 'a' }))`,
    `Property 'spec' does not exist on type 'ValidationContext<Book>'`,
  ],
  [
    `webhook(Deployment).validate({ create: (pod: Pod) => (pod.spec ? undefined : { deny: 'a' }) })`,
    `Type '"apps/v1"' is not assignable to type '"v1"'`,
  ],
  [`webhook(Shelf).validate(new Rules())`, `is not assignable to type '"a.b/v1"'`],
  [`webhook(Book).validate({}, { skipDeleted: true })`, `'skipDeleted' does not exist`],
  [`webhook(Book).convert()`, `Expected at least 1 arguments, but got 0`],
  [`webhook(Book).convert(self)`, `IsTheHub<"a.b/v1">`],
  [`webhook(Book).convert(v2, shelf)`, `NotAVersionOf<"Book">`],
  [`webhook(Book).convert(ofShelf)`, `'Converted<Shelf>' is not assignable to type 'Converted<Book>'`],
  [`webhook(Book2).convert(v2)`, `IsTheHub<"a.b/v2">`],
  [
    `webhook(Book).convert({ spoke: Book2, toHub: ({ spec }) => ({ spec: { titel: spec.name } }), fromHub: () => ({ spec: { name: '' } }) })`,
    `'titel'`,
  ],
  [
    `webhook(Book).convert({ spoke: Book2, toHub: () => ({ spec: { title: '' } }) })`,
    `Property 'fromHub' is missing in type`,
  ],
];

export const webhookUses: Uses = { model, right, wrong };
