/** What an expression has cost so far, and the limits of the API server. */
import { CelFailure } from '../run/values.js';

/** What one run of one expression may cost. */
const CALL_LIMIT = 1_000_000;
/** What all rules of one object, or all expressions of one policy, may cost together. */
const OBJECT_LIMIT = 10_000_000;
/** What the match conditions of one webhook or policy may cost together. */
export const CONDITIONS_LIMIT = 2_500_000;

/** One run cost too much and was stopped. */
export class CallTooDear extends CelFailure {
  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
}

/** All runs together cost too much. */
export class OutOfBudget extends CelFailure {
  constructor() {
    super('validation failed due to running out of cost budget, no further validation rules will be run');
  }
}

/** Thrown inside a run: no operator of the language may make good for it, as `||` does for failures. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  /** What the run fails with. */
  readonly failure: CelFailure;

  constructor(failure: CelFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Counts the cost of one run. */
export class Meter {
  private total = 0;

  get cost(): number {
    return this.total;
  }

  charge(cost: number): void {
    this.total += cost;
    if (this.total > CALL_LIMIT) throw new Stopped(new CallTooDear());
  }
}

/** What the expressions of one object have left. */
export class Budget {
  private left: number;

  constructor(limit = OBJECT_LIMIT) {
    this.left = limit;
  }

  get remaining(): number {
    return this.left;
  }

  spend(cost: number): void {
    if (cost > this.left) throw new OutOfBudget();
    this.left -= cost;
  }
}
