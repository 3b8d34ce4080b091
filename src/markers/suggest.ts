/** Nearest names, for "did you mean". */

/** The known name most like a mistyped one, if any is near. */
export function nearest(
  name: string,
  known: Iterable<string>,
  mostEdits = Math.max(2, Math.floor(name.length / 4)),
): string | undefined {
  const lower = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = mostEdits + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(lower, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** The number of edits, or `limit` when there are as many or more: cells further from the diagonal are not looked at. */
function editDistance(left: string, right: string, limit: number): number {
  let previous = new Uint32Array(right.length + 1).map((_, index) => Math.min(index, limit));
  let current = new Uint32Array(right.length + 1);
  for (let row = 1; row <= left.length; row++) {
    current.fill(limit);
    current[0] = Math.min(row, limit);
    let fewest = current[0];
    const letter = left.codePointAt(row - 1);
    const last = Math.min(right.length, row + limit);
    for (let column = Math.max(1, row - limit); column <= last; column++) {
      const isSame = letter === right.codePointAt(column - 1);
      const edits = Math.min(
        at(previous, column - 1) + (isSame ? 0 : 1),
        at(previous, column) + 1,
        at(current, column - 1) + 1,
      );
      current[column] = edits;
      if (edits < fewest) fewest = edits;
    }
    if (fewest >= limit) return limit;
    [previous, current] = [current, previous];
  }
  return at(previous, right.length);
}

function at(row: Uint32Array, column: number): number {
  return row[column] ?? 0;
}
