/** Random numbers that a seed repeats. */
export interface Random {
  /** From 0 up to, not with, the limit. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
}

/** Mulberry32: small, quick, good enough to choose mutations. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: (list) => {
      const item = list[below(list.length)];
      if (item === undefined && list.length === 0) throw new Error('nothing to pick from');
      return item as (typeof list)[number];
    },
    chance: (share) => next() < share,
  };
}
