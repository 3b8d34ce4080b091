/** What can be added to a manager: controllers and webhooks are values, which know how to connect themselves. */

/** The method by which a manager connects a part; registered, so that two copies of kbts share it. */
export const connectPart: unique symbol = Symbol.for('kbts.connect') as never;

/** A part of an operator, such as a controller. It has no state: `manager.add` returns what runs. */
export interface Part<Host, Running = unknown> {
  readonly [connectPart]: (host: Host) => Running;
}

/** What runs once the part is connected. */
export function connectTo<Host, Running>(host: Host, part: Part<Host, Running>): Running {
  return part[connectPart](host);
}

/** True for a value that a manager can connect. */
export function isPart<Host>(value: object): value is Part<Host> {
  return typeof (value as Partial<Part<Host>>)[connectPart] === 'function';
}
