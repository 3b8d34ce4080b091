import { expect, test } from 'vitest';
import type { Converter } from '../../../../src/runtime/webhook/conversion/converter.js';
import { lossless } from '../../../../src/runtime/webhook/conversion/lossless.js';
import { memoriesInUse } from '../../../../src/runtime/webhook/recall/memories.js';
import { convertWithMemory, hasMemory } from '../../../../src/runtime/webhook/recall/remembered.js';
import { GuestbookV1Beta1, type GuestbookV1 } from '../guestbook.js';

test('memories are checked from the first call of lossless on', () => {
  const converter: Converter<GuestbookV1, GuestbookV1Beta1> = {
    spoke: GuestbookV1Beta1,
    toHub: () => ({ spec: {} }),
    fromHub: () => ({ spec: {} }),
  };
  expect(memoriesInUse()).toBeUndefined();

  lossless(converter);

  expect(memoriesInUse()).toEqual({ has: hasMemory, convert: convertWithMemory });
});
