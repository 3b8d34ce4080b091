/** Rules for fields, with the code of what is wrong with them; none for those that the API server takes. */
export interface FieldRule {
  readonly type: string;
  readonly rule: string;
  readonly code?: string;
}

export const RULES: readonly FieldRule[] = [
  { type: 'string', rule: "self.all(c, c != 'a')", code: 'cel-type' },
  { type: 'string', rule: 'self > 3', code: 'cel-type' },
  { type: 'Int32', rule: 'self.size() > 0', code: 'cel-type' },
  { type: '{ a: Int32; b: string }', rule: 'self.a == self.b', code: 'cel-type' },
  { type: '{ a: Int32; b?: string }', rule: "self.b.startsWith('x')" },
  { type: 'string', rule: 'self.foo()', code: 'cel-unknown-name' },
  { type: 'string[]', rule: 'self.all(x, x > 1)', code: 'cel-type' },
  { type: 'Record<string, Int32>', rule: "self.all(k, self[k] == 'x')", code: 'cel-type' },
  { type: 'Q', rule: "quantity(self).isGreaterThan(quantity('1'))" },
  { type: 'Q', rule: "quantity(string(self)).isGreaterThan(quantity('1'))" },
  { type: 'Time', rule: "self > timestamp('2020-01-01T00:00:00Z')" },
  { type: 'Duration', rule: "duration(self) > duration('1s')" },
  { type: 'IntOrString', rule: "type(self) == int ? self > 1 : self.endsWith('%')" },
  { type: 'Double', rule: 'self > 1' },
  { type: 'Int32', rule: 'self / 0.5 > 1', code: 'cel-type' },
  { type: 'boolean', rule: "self ? 'a' : 'b'", code: 'cel-type' },
  { type: 'string', rule: "self.matches('(?=x)')", code: 'cel-type' },
  { type: 'string', rule: "isURL(self) && url(self).getHostname() == 'x'" },
  { type: 'string', rule: 'format.dns1123Label().validate(self).hasValue()', code: 'cel-cost' },
  { type: 'string', rule: "'x' in self", code: 'cel-type' },
  { type: "{ a: 'x' | 'y' }", rule: "self.a in ['x', 1]", code: 'cel-type' },
  { type: 'string', rule: 'oldSelf == self' },
  { type: 'Q', rule: "quantity(string(self)).compareTo(quantity('1')) > 0" },
  {
    type: 'Q',
    rule: "quantity(string(self)).isLessThan(quantity('10Gi')) && quantity(string(self)).isGreaterThan(quantity('1'))",
  },
  { type: 'IntOrString', rule: "quantity(string(self)).isGreaterThan(quantity('1'))" },
  { type: 'string', rule: "quantity(self).isGreaterThan(quantity('1'))" },
  { type: 'string', rule: "quantity(self).add(quantity('1')).sign() > 0", code: 'cel-type' },
  { type: 'IntOrString', rule: "string(self).matches('^[0-9]+%$')" },
  { type: 'IntOrString', rule: "string(self) in ['a','b']" },
  { type: 'IntOrString', rule: 'string(self).size() < 10' },
  { type: 'IntOrString', rule: "string(self).startsWith('a')" },
  { type: 'IntOrString', rule: "string(self) == 'x'" },
  { type: 'Time', rule: "string(self) != ''" },
  { type: 'Time', rule: 'string(self).size() > 3' },
  { type: 'Double', rule: "string(self).matches('^1')", code: 'cel-cost' },
  { type: 'Int32', rule: "string(self).matches('^1')", code: 'cel-cost' },
  { type: 'Int32', rule: "string(self).split('').size() > 0", code: 'cel-cost' },
];
