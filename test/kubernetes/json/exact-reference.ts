/** A slow and plain JSON reader that turns every whole number into a bigint: the judge of `parseExact`. */

/** JSON whose whole numbers are bigints. */
export type Exact = null | boolean | string | number | bigint | Exact[] | Map<string, Exact>;

/** Reads JSON that `JSON.parse` accepts; the last of equal keys counts. */
export function readExactly(text: string): Exact {
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[[\]{},:]|true|false|null/g)].map(
    ([token]) => token,
  );
  let at = 0;
  const value = (): Exact => {
    const token = tokens[at++] ?? '';
    if (token === '[') return list();
    if (token === '{') return fields();
    return /^-?\d+$/.test(token) ? BigInt(token) : (JSON.parse(token) as Exact);
  };
  const list = (): Exact[] => {
    const items: Exact[] = [];
    while (tokens[at] !== ']') {
      items.push(value());
      if (tokens[at] === ',') at++;
    }
    at++;
    return items;
  };
  const fields = (): Map<string, Exact> => {
    const read = new Map<string, Exact>();
    while (tokens[at] !== '}') {
      const key = JSON.parse(tokens[at] ?? '') as string;
      at += 2;
      read.set(key, value());
      if (tokens[at] === ',') at++;
    }
    at++;
    return read;
  };
  return value();
}
