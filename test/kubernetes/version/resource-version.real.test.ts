/** apimachinery as the judge of both kinds of versions. */
import { expect, test } from 'vitest';
import { compareVersions } from '../../../src/kubernetes/version/api-version.js';
import { compareResourceVersions, isComparable } from '../../../src/kubernetes/version/resource-version.js';
import { Choices, useJudge, type Question } from '../judge/ask.js';

const ask = useJudge();
const choices = new Choices();

test('resource versions are compared as in Go, or not at all', () => {
  const version = (): string =>
    choices.chance(0.2)
      ? choices.pick(['', '0', '01', '1a', '-1', '+1', ' 1', '1.0'])
      : `${choices.upTo(8) + 1}${choices.join(choices.pick([3, 30]), () => String(choices.upTo(9)))}`;
  const questions = Array.from({ length: 4000 }, (): Question => ({
    kind: 'resource-version',
    a: version(),
    b: version(),
  }));
  const answers = ask(questions);
  const wrong = questions.filter(({ a, b = '' }, index) => {
    const isRead = isComparable(a) && isComparable(b);
    const answer = answers[index];
    if (!isRead || answer?.problem !== undefined) return isRead === (answer?.problem !== undefined);
    return Math.sign(compareResourceVersions(a, b)) !== answer?.order;
  });

  expect(wrong.slice(0, 10), `KBTS_SEED=${choices.seed}, ${wrong.length} differ`).toEqual([]);
});

test('API versions are ordered as in Go', () => {
  const version = (): string =>
    choices.chance(0.2)
      ? choices.pick(['foo', 'v', 'v1beta', 'V1', 'v1gamma1', 'v1alpha1beta1', '', 'v99999999999999999999'])
      : `v${choices.upTo(12)}${choices.pick(['', 'alpha', 'beta'])}${choices.chance(0.8) ? choices.upTo(12) : ''}`;
  const questions = Array.from({ length: 4000 }, (): Question => ({ kind: 'api-version', a: version(), b: version() }));
  const answers = ask(questions);
  const wrong = questions.filter(
    // Go's order is that of rising importance.
    ({ a, b = '' }, index) => Math.sign(compareVersions(b, a)) !== Math.sign(answers[index]?.order ?? Number.NaN),
  );

  expect(wrong.slice(0, 10), `KBTS_SEED=${choices.seed}, ${wrong.length} differ`).toEqual([]);
});
