/** Exit codes of the program. */
export const exitCodes = { ok: 0, userError: 1, usage: 2, drift: 3, bug: 70, interrupted: 130 } as const;
