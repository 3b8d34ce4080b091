import { expect, test } from 'vitest';
import {
  isDns1035Label,
  isDnsLabel,
  isPathSegment,
  isSubdomain,
  labelValueProblems,
  type NameRule,
  qualifiedNameProblems,
} from '../../../src/kubernetes/value/names.js';

test.each<[NameRule, string[], string[]]>([
  [isSubdomain, ['a', 'a.b-c.9'], ['', 'A', 'a..b', '-a', 'a'.repeat(254)]],
  [isDnsLabel, ['a', '9-a'], ['a.b', 'a-', 'a'.repeat(64)]],
  [isDns1035Label, ['a9'], ['9a', 'a_']],
  [isPathSegment, ['a:b', 'A'], ['.', '..', 'a/b', 'a%']],
  [qualifiedNameProblems, ['a', 'x.y/Z_9'], ['', '/a', 'a/b/c', 'X/a', 'a/']],
  [labelValueProblems, ['', 'A.b_c-9'], ['-a', 'a b', 'a'.repeat(64)]],
])('%o', (rule, fine, wrong) => {
  expect(fine.filter((name) => rule(name).length > 0)).toEqual([]);
  expect(wrong.filter((name) => rule(name).length === 0)).toEqual([]);
});
