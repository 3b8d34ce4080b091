/** What is written can be read. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { asBytes, asNumber, entries } from '../../../src/plane/protobuf/wire.js';
import { numberField, textField } from '../../../src/plane/protobuf/write.js';

test('numbers and texts come back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(), fc.string(), (field, number, text) => {
      const read = [...entries(Buffer.concat([numberField(field, number), textField(field, text)]))];
      expect(read.map(([found]) => found)).toEqual([field, field]);
      expect(asNumber(read[0]?.[1] ?? 0n)).toBe(number);
      expect(asBytes(read[1]?.[1] ?? 0n)).toEqual(Buffer.from(text));
    }),
  );
});
