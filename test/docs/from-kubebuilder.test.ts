/** The code in the tables of the page for people from controller-runtime compiles. Needs a build: types of kbts come from `dist`. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { testUses } from '../uses.js';

const model = `
import * as runtime from 'kbts/runtime';
import { channel, condition, conditions, controller, type Converter, createManager, currentLogger, type CustomResource, defineKind, dynamicKind, ignoreAlreadyExists, ignoreNotFound, is, keyedController, loadClusterConfig, type Manager, managerFlags, metadataOnly, modify, mutable, owners, ping, type Predicate, predicates, type ReconcileContext, signalHandler, type Source, type Stored, TerminalError, type AdmissionContext, webhook } from 'kbts/runtime';
import { mergeFrom, retryOnConflict } from 'kbts/runtime/client';
import { isEqual, isSatisfiedBy } from 'kbts/runtime/object';
import { exponentialLimiter } from 'kbts/runtime/queue';
import { enqueueMapped, enqueueObject, enqueueOwner, fromIterable, functionSource, informerSource, intervalSource } from 'kbts/runtime/sources';
import { admissionHandler } from 'kbts/runtime/webhook';
import { eventually, startControlPlane, waitFor, type ControlPlane } from 'kbts/testing';
import { Secret } from 'kbts/k8s/core/v1';
interface Spec { size: number; host: string; secretName?: string }
interface Status { ready?: number; conditions?: runtime.Condition[] }
interface A extends CustomResource<Spec, Status> { apiVersion: 'a.b/v1'; kind: 'A' }
const A = defineKind<A>({ group: 'a.b', version: 'v1', kind: 'A', plural: 'as', scope: 'Namespaced' });
interface A2 extends CustomResource<Spec, Status> { apiVersion: 'a.b/v2'; kind: 'A' }
interface B extends CustomResource<Spec, Status> { apiVersion: 'a.b/v1'; kind: 'B' }
const B = defineKind<B>({ group: 'a.b', version: 'v1', kind: 'B', plural: 'bs', scope: 'Namespaced' });
interface C extends CustomResource<Spec, Status> { apiVersion: 'a.b/v1'; kind: 'C' }
const C = defineKind<C>({ group: 'a.b', version: 'v1', kind: 'C', plural: 'cs', scope: 'Namespaced' });
interface MyKey { [field: string]: string }
declare const a: Stored<A>; declare const b: Stored<B>; declare const c: C; declare const draft: C;
declare const context: ReconcileContext; const { client } = context;
declare const observed: { secret: Stored<Secret> | undefined };
declare const manager: Manager; declare const plane: ControlPlane; declare const source: Source; declare const admission: AdmissionContext;
declare const p: Predicate; declare const q: Predicate; declare const error: Error; declare const date: Date;
declare const key: { name: string; namespace: string }; declare const namespace: string; declare const value: string; declare const uid: string;
declare const use: (items: readonly Stored<B>[] | readonly B[]) => void; declare const forget: (name: string) => void; declare const poll: (signal: AbortSignal) => Promise<void>;
declare const work: (object: Stored<A>) => Promise<void>; declare const fill: (object: A) => void;
declare const create: (object: A) => void; declare const update: (old: A, object: A) => void; declare const fromV2: Converter<A, A2>;
const chain = controller(A); const aController = chain.reconcile(work);
`;

/** Names of types and steps, which are no expressions. */
const NAMES = /^(?:Converter|undefined|reconcile)$/;

const spans = codeOf(readFileSync('docs/book/from-kubebuilder.md', 'utf8'));

describe('the tables', () => {
  test('have code on the side of kbts', () => expect(spans.length).toBeGreaterThan(80));

  testUses({ model, right: spans.map(statement), wrong: [] });
});

/** Code spans of the second columns, in the section about the runtime. */
function codeOf(page: string): string[] {
  const section = page.slice(page.indexOf('## Runtime'), page.indexOf('## What behaves differently'));
  const cells = section.split('\n').flatMap((line) => /^\| .* \| (.*) \|$/.exec(line)?.[1] ?? []);
  return cells
    .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code))
    .filter((code) => !NAMES.test(code));
}

/** The span as something that can be compiled: steps need a chain, results a function, subpaths an import. */
function statement(span: string): string {
  if (/^kbts\/[\w/]+$/.test(span)) return `void import('${span}')`;
  if (/^\.\w+$/.test(span)) return `void chain${span}`;
  if (span.startsWith('.')) return `chain${span}`;
  if (span.startsWith('{ deny')) return `webhook(A).validate(() => (${span}))`;
  if (span.startsWith('{')) return `chain.reconcile(async () => (${span}))`;
  if (span.startsWith('return ')) return `chain.reconcile(async () => { ${span}; })`;
  if (/^(?:throw|for) /.test(span)) return `void (async () => { ${span}; })`;
  if (span.startsWith('(event)')) return `chain.filter(${span})`;
  return `void (${span})`;
}
