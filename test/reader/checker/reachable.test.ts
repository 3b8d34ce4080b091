import { expect, test } from 'vitest';
import { fieldCodes } from '../read-source.js';

const NAME = '// +kubebuilder:validation:MaxLength=63\ntype Name = string;';
const SERVER = 'interface Server {\n// +kubebuilder:validation:Minimum=1\nport: Int32 }';

test.each([
  ['ReturnType<typeof give>', `${NAME}\ndeclare function give(): Name;`],
  ["ReturnType<Giver['give']>", `${NAME}\ninterface Giver { give(): Name }`],
  ['Parameters<typeof take>[0]', `${NAME}\nconst take = (given: Name): void => undefined;`],
])('%s leads to the alias of a function', async (type, types) => {
  expect(await fieldCodes(type, types)).toEqual(['type-unsupported']);
});

test.each([
  ['ReturnType<typeof give>', `${SERVER}\ndeclare function give(): Server['port'];`],
  ['ReturnType<typeof give>', `${SERVER}\nfunction give(server: Server) { return server.port; }`],
  [
    'Unbox<Box<Int32>>',
    'interface Box<T> {\n// +kubebuilder:validation:Minimum=1\nvalue: T }\ntype Unbox<T> = T extends Box<infer V> ? V : never;',
  ],
  [
    'Wrapped<Int32>',
    'interface Box<T> {\n// +kubebuilder:validation:Minimum=1\nvalue: T }\ntype Wrapped<T> = Box<T> extends Box<infer V> ? V : never;',
  ],
])('%s leads to the property of %s', async (type, types) => {
  expect(await fieldCodes(type, types)).toEqual(['type-rules-lost']);
});

test('what a type does not lead to is not looked at', async () => {
  expect(await fieldCodes('Awaited<Promise<Int32>>', SERVER)).toEqual([]);
});
