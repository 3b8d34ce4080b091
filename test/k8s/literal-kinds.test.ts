/** Kinds are told apart by their names, not by their fields. */
import { expect, expectTypeOf, test } from 'vitest';
import * as k8s from '../../src/k8s/index.js';
import type { DeepPartial, MergeBody } from '../../src/runtime/client/client.js';
import type { Kind } from '../../src/runtime/object/kind.js';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import type { Int64 } from '../../src/runtime/object/schema-types.js';
import { typecheck } from '../typecheck.js';

type Module = typeof k8s;
type Objects = {
  [
    Name in keyof Module as Module[Name] extends new (input: never) => KubeObject ? Name : never
  ]: Module[Name] extends new (input: never) => infer T ? T : never;
};
/** For each kind, the others that would be accepted in its place. */
type Accepted = {
  [Name in keyof Objects]: Exclude<
    { [Other in keyof Objects]: Objects[Other] extends Objects[Name] ? Other : never }[keyof Objects],
    Name
  >;
};

test('no built-in kind is assignable to another', () => {
  expectTypeOf<keyof Objects>().extract<'Pod' | 'ConfigMap'>().toEqualTypeOf<'Pod' | 'ConfigMap'>();
  expectTypeOf<Accepted[keyof Accepted]>().toBeNever();
});

test('the names in the types are the names of the descriptors', () => {
  const pod = new k8s.Pod({ metadata: { name: 'a' }, spec: { containers: [] } });
  const { apiVersion, kind }: { apiVersion: 'v1'; kind: 'Pod' } = pod;

  expect([apiVersion, kind]).toEqual(['v1', 'Pod']);
  expectTypeOf(k8s.Pod).toEqualTypeOf<Kind<k8s.Pod>>();
});

test('a list of two kinds keeps both', () => {
  const metadata = { name: 'a' };
  const roles = [new k8s.Role({ metadata, rules: [] }), new k8s.ClusterRole({ metadata, rules: [] })];

  expectTypeOf(roles).toEqualTypeOf<(k8s.Role | k8s.ClusterRole)[]>();
});

test('numbers with a format stay numbers in parts of objects', () => {
  expectTypeOf<DeepPartial<{ size: Int64 }>>().toEqualTypeOf<{ readonly size?: Int64 }>();
  expectTypeOf<MergeBody<{ size: Int64 }>>().toEqualTypeOf<{ readonly size?: Int64 | null }>();
});

const library = `
import { Deployment } from 'kbts/k8s/apps/v1';
import { Role } from 'kbts/k8s';
import type { ListOptions, Stored } from 'kbts/runtime';
export const make = () => new Deployment({ metadata: { name: 'a' }, spec: { selector: {}, template: {} } });
export const role = new Role({ metadata: { name: 'a' }, rules: [] });
export const place = ({ metadata: { namespace } }: Stored<Deployment>): ListOptions => ({ namespace });
`;

test('a library that exports objects compiles with declarations and exact optional properties', async () => {
  const options = { declaration: true, noEmit: false, outDir: 'out', exactOptionalPropertyTypes: true };

  expect(await typecheck(new Map([['library.ts', library]]), { options })).toBe('');
});
