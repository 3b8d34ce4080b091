/** Random patterns and texts, some of them wrong in the ways in which people write patterns for other engines. */

/** A pattern and texts to search. */
export interface Question {
  readonly pattern: string;
  readonly texts: readonly string[];
}

const ATOMS =
  String.raw`a b c k K ſ é ß 日 😀 0 1 _ - \n . ^ $ \d \D \w \W \s \S \b \B \A \z \pL \p{Greek} \P{Lu} \p{^L} \pN \x41
\x{1F600} \07 \123 \0 \Q.*\E \E \a \f \v \t \r \. \- \_ [abc] [^abc] [a-z] []a] [^]a] [[:alpha:]] [[:^digit:]] [[:word:]x] [\d-z] [a-] [-a]
[\pL] [(?=] [\x00-\x{10FFFF}] [^\x00-\x{10FFFF}] \p{Any} \p{Latin} \p{Han} \pZ \p{LC} \p{Lu} \p{greek} \p{Letter} \p{upper-case_letter} \p{ASCII}
{ } {1 {,2} {1,2 (?i) (?s) (?m) (?U) (?-i) (?i-s) (?P<n>a) (?<n>b) (?P<n>c) | || / " ' ~ []-a] [\Q]\E]`.split(/\s+/);
const WRONG =
  String.raw`\Z \h \p{Foo} \p{Old_Italic} \x{110000} \x4 \u0041 \cA \1 \8 \Qa \C \é [z-a] [[:foo:]] [a-\d] [ [^ [a [] [a&&b] [\b] \
(?x) (?i (? (?P<n (?P=n) (?=a) (?!a) (?<=a) (?<!a) (?>a) (?#c) (?: ( ) \p \p{ \p{L \x \x{ \x{} \R \X \K \G \N \k<n> [[=a=]] [[.a.]] \p{Script=Greek}
\p{} (?P<a-b>c) (?P<>a)`.split(/\s+/);
const REPEATS = '* + ? *? +? ?? {2} {0} {2,} {1,3} {0,1}?'.split(' ');
const WRONG_REPEATS = '{1000} {1001} {2000} {3,1} {500} ** ++ *+ {2}{3} ?+ {01} {-1} {99999999999}'.split(' ');
const OPENINGS = ['(', '(?:', '(?i:', '(?P<x>', '(?<y>', '(?s:', '(?m:', '(?U:'];
const CLASS_PARTS = String.raw`a b - z \d ^ ] é 0-9 a-f \w [:alpha:] \] . \- k \pL \s \n`.split(' ');
const LETTERS = [...'abckK\u212Aſéß日😀019_- \n.AZαΣς\t]^(?=\u00A0ÿ'];

/** Numbers in [0, 1), the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** So many questions; half of the patterns have wrong parts now and then. */
export function randomQuestions(seed: number, count: number): Question[] {
  const random = randomFrom(seed);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  const some = (most: number): unknown[] => Array.from({ length: Math.floor(random() * most) });
  const atom = (wrong: number): string => pick(random() < wrong ? WRONG : ATOMS);
  const part = (depth: number, wrong: number): string => {
    const choice = random();
    if (depth > 0 && choice < 0.3) return `${pick(OPENINGS)}${whole(depth - 1, wrong)})`;
    if (depth > 0 && choice < 0.4) return `${whole(depth - 1, wrong)}|${whole(depth - 1, wrong)}`;
    if (choice < 0.5)
      return `[${pick(['', '^'])}${some(4)
        .map(() => pick(CLASS_PARTS))
        .join('')}]`;
    return atom(wrong);
  };
  const repeat = (wrong: number): string => (random() < 0.3 ? pick(random() < wrong ? WRONG_REPEATS : REPEATS) : '');
  const whole = (depth: number, wrong: number): string =>
    [1, ...some(4)].map(() => part(depth, wrong) + repeat(wrong)).join('');
  const text = (): string =>
    some(9)
      .map(() => pick(LETTERS))
      .join('');
  return Array.from({ length: count }, (_, index) => ({
    pattern: whole(2, index % 2 === 0 ? 0 : 0.08),
    texts: ['', 'abkK\n09', text(), text(), text(), text()],
  }));
}
