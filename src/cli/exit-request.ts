/** Ends the program with the exit code of a program that it ran. */

/** Thrown by commands that run another program, to pass on its exit code; printed nowhere. */
export class ExitRequest extends Error {
  override readonly name = 'ExitRequest';
  readonly exitCode: number;
  constructor(exitCode: number) {
    super(`exit with ${exitCode}`);
    this.exitCode = exitCode;
  }
}
