// Divides the thorough lane into parts of at most two and a half minutes each, so that CI can run one per commit.

/** The longest that one part may take on two idle cores. */
export const PART_SECONDS = 150;

/** Files run two at a time, and starting vitest costs a few seconds. */
const WORKERS = 2;
const START_SECONDS = 10;
const DEFAULT_SECONDS = 40;

/**
 * A unit of the lane: a test file, or one slice of a file that takes longer than a part.
 * @typedef {{ file: string, seconds: number, slice?: string }} Unit
 */

/**
 * Cuts files into units and packs them into parts: the longest first, each into the first part with room for it.
 * @param {readonly string[]} files
 * @param {Readonly<Record<string, number>>} measured seconds by file, measured on two idle cores
 * @returns {Unit[][]}
 */
export function partsOf(files, measured) {
  const room = PART_SECONDS - START_SECONDS;
  const units = files.flatMap((file) => unitsOf(file, measured[file] ?? DEFAULT_SECONDS, room));
  units.sort((left, right) => right.seconds - left.seconds || (left.file < right.file ? -1 : 1));
  /** @type {Unit[][]} */
  const parts = [];
  for (const unit of units) {
    // A slice is set for a whole run of vitest, so the units of a part have the same one.
    const fitting = parts.find((part) => part[0]?.slice === unit.slice && secondsOf([...part, unit]) <= room);
    if (fitting === undefined) parts.push([unit]);
    else fitting.push(unit);
  }
  return parts;
}

/**
 * How long a part takes when each worker, as soon as it is free, gets the longest unit that is left.
 * @param {readonly Unit[]} part longest first
 */
export function secondsOf(part) {
  const busy = Array.from({ length: WORKERS }, () => 0);
  for (const { seconds } of part) busy[busy.indexOf(Math.min(...busy))] += seconds;
  return Math.max(...busy);
}

/** @returns {Unit[]} */
function unitsOf(file, seconds, room) {
  const slices = Math.ceil(seconds / room);
  if (slices <= 1) return [{ file, seconds }];
  return Array.from({ length: slices }, (_, index) => ({
    file,
    seconds: seconds / slices,
    slice: `${index}/${slices}`,
  }));
}
