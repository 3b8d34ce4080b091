/** What is wrong with the text of an expression. */

/** A string that is not an expression, and where. */
export class CelSyntaxError extends Error {
  override readonly name = 'CelSyntaxError';
  readonly index: number;
  /** Whether the text breaks the grammar, rather than a rule about names, numbers or macros. */
  readonly isGrammar: boolean;
  constructor(message: string, index: number, isGrammar = true) {
    super(message);
    this.index = index;
    this.isGrammar = isGrammar;
  }
}
