/** Something that no type and no marker can say. */
export class NotExpressible extends Error {
  override readonly name = 'NotExpressible';
  /** Where in the schema, such as `spec.ports[]`. */
  readonly place: string;
  readonly problem: string;
  constructor(place: string, problem: string) {
    super(`${place}: ${problem}`);
    this.place = place;
    this.problem = problem;
  }
}
