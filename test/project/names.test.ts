import { describe, expect, test } from 'vitest';
import {
  apiVersionRule,
  dns1035LabelRule,
  dns1123SubdomainRule,
  kindRule,
  projectNameRule,
  type NameRule,
} from '../../src/project/names.js';

const hostile = [
  '',
  ' ',
  'a b',
  'a/b',
  '../x',
  'a"b',
  "a'b",
  '{{x}}',
  'ünïcode',
  'a\nb',
  '$(rm)',
  'x'.repeat(300),
  '-a',
  'a-',
];

function describeRule(name: string, rule: NameRule, good: string[], bad: string[]): void {
  describe(name, () => {
    test.each(good)('accepts %j', (value) => expect(rule(value)).toBeUndefined());
    test.each([...hostile, ...bad])('rejects %j with a reason', (value) => expect(rule(value)).toMatch(/\w/));
  });
}

describeRule('DNS-1035 label', dns1035LabelRule, ['a', 'a-1', 'x'.repeat(63)], ['1a', 'A', 'a.b', 'x'.repeat(64)]);
describeRule(
  'DNS-1123 subdomain',
  dns1123SubdomainRule,
  ['a', 'my.domain', '1.a-b', 'x'.repeat(63)],
  ['a..b', '.a', 'a.', 'A.b', `a.${'x'.repeat(64)}`],
);
describeRule(
  'API version',
  apiVersionRule,
  ['v1', 'v10', 'v1beta1', 'v2alpha13'],
  ['1', 'v', 'v0', 'V1', 'v1beta', 'v1gamma1', 'v01', 'v1beta0'],
);
describeRule('kind', kindRule, ['A', 'Guestbook', 'HTTPRoute', 'X1'], ['guestbook', 'My-Kind', '1A', 'A.B', 'A_b']);
describeRule(
  'project name',
  projectNameRule,
  ['shop', `a${'b'.repeat(27)}`],
  [`a${'b'.repeat(28)}`, '1shop', 'Shop', 'my.shop'],
);
