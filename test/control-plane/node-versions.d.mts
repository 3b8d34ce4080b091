/** All majors that can be asked for. */
export const NODE_MAJORS: readonly number[];
/** The path of the `node` of a major; fetched into a cache outside the repository when it is not there yet. */
export function nodeBinary(major: number): Promise<string>;
