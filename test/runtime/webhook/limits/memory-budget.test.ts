import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryBudget, memoryLimits } from '../../../../src/runtime/webhook/limits/memory-budget.js';

const MEBI = 1024 * 1024;

describe('the memory of all calls', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const budgetOf = (total: number) => new MemoryBudget(total, () => Date.now());

  test('is lent and comes back once', async () => {
    const budget = budgetOf(1_000);
    const lease = budget.lease();

    expect(await lease.take(800)).toBe('granted');
    expect(budget.free).toBe(200);
    lease.release();
    lease.release();
    expect(budget.free).toBe(1_000);
  });

  test('a call that leaves no reserve for small ones is too large', async () => {
    const budget = budgetOf(1_024);

    expect(budget.largest).toBe(896);
    expect(await budget.lease().take(897)).toBe('too large');
    expect(budget.free).toBe(1_024);
  });

  test('large calls leave an eighth to small ones', async () => {
    const budget = budgetOf(1_024);
    await budget.lease('a').take(896);

    expect(await budget.lease('b').take(8)).toBe('granted');
    const large = budget.lease('c').take(9);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await large).toBe('busy');
  });

  test('a call waits for memory, and gets it when another one ends', async () => {
    const budget = budgetOf(1_000);
    const first = budget.lease();
    await first.take(800);
    const second = budget.lease().take(700);
    await vi.advanceTimersByTimeAsync(1_999);

    first.release();

    expect(await second).toBe('granted');
    expect(budget.free).toBe(300);
  });

  test('a call that is abandoned while it waits gets nothing', async () => {
    const budget = budgetOf(1_000);
    const first = budget.lease();
    await first.take(800);
    const gone = new AbortController();
    const second = budget.lease().take(700, gone.signal);
    gone.abort();

    expect(await second).toBe('busy');
    first.release();
    expect(budget.free).toBe(1_000);
  });

  test('an address that has much leaves a share to others', async () => {
    const budget = budgetOf(12_800);
    // Small ones, until the address may have no more of them.
    const flood = Array.from({ length: 200 }, () => budget.lease('stranger').take(100));
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await Promise.all(flood)).filter((grant) => grant === 'granted')).toHaveLength(124);

    const others = Array.from({ length: 3 }, () => budget.lease('API server').take(100));
    expect(await Promise.all(others)).toEqual(['granted', 'granted', 'granted']);
  });

  test('a caller that does not read its answer loses its memory to one that waits', async () => {
    const budget = budgetOf(1_000);
    const lease = budget.lease('stranger');
    await lease.take(800);
    const hangUp = vi.fn(() => lease.release());
    lease.answering(hangUp);
    await vi.advanceTimersByTimeAsync(999);
    const next = budget.lease('API server').take(700);
    expect(hangUp).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);

    expect(await next).toBe('granted');
    expect(hangUp).toHaveBeenCalledOnce();
    expect(budget.free).toBe(300);
  });

  test('no more callers are hung up on than needed', async () => {
    const budget = budgetOf(1_000);
    const hungUp: number[] = [];
    for (const index of [0, 1, 2]) {
      const lease = budget.lease();
      await lease.take(250);
      lease.answering(() => hungUp.push(index));
    }
    await vi.advanceTimersByTimeAsync(1_000);

    expect(await budget.lease('other').take(300)).toBe('granted');
    expect(hungUp).toEqual([0]);
  });

  test('follows the heap', () => {
    expect(memoryLimits(256 * MEBI)).toEqual({
      budgetBytes: 128 * MEBI,
      maxBodyBytes: 7 * MEBI,
      maxConversionBytes: 16 * MEBI,
    });
    expect(memoryLimits(64 * MEBI).maxBodyBytes).toBe(4 * MEBI);
    expect(memoryLimits(8192 * MEBI).maxConversionBytes).toBe(128 * MEBI);
  });
});
