import { expect, test } from 'vitest';
import { dynamicVariables, ProgramCache } from '../../../../src/kubernetes/cel/run/program.js';
import { celValue } from '../../../../src/kubernetes/cel/run/from-json.js';
import { CelFailure } from '../../../../src/kubernetes/cel/run/values.js';
import { OBJECTS } from './objects.js';

const programs = new ProgramCache(dynamicVariables(['self']));
const run = (text: string): unknown => programs.compile(text).run({ self: celValue(OBJECTS[0]) });

test.each([
  'self.min + 2 * self.max == 17',
  "self.few.all(x, x in ['a', 'b']) && self.few.exists_one(x, x == 'b')",
  "self.labels.transformMap(k, v, k + v) == {'a': 'ab', 'c': 'cc'}",
  'self.list.sortBy(x, x.n)[0].n == 1 && self.numbers.distinct().sum() == 8',
  "'%s has %d%%, %.2f, %x'.format([self.name, self.min, 1.5, 255]) == 'abc has 3%, 1.50, ff'",
  "self.?sub.?y.orValue('none') == 'none' && optional.of(1).optMap(x, x + 1).value() == 2",
  "duration('90m') == duration('1h30m') && timestamp('2024-01-01T01:00:00+01:00').getHours() == 0",
  "timestamp('2024-07-01T12:00:00Z').getHours('Europe/Paris') == 14",
  "quantity('1Gi').add(quantity('1')).isGreaterThan(quantity('1Gi')) && quantity('1500m').asApproximateFloat() == 1.5",
  "cidr('10.0.0.0/8').containsIP('10.1.2.3') && !cidr('fd00::/8').containsIP('fe80::1') && ip('::1').isLoopback()",
  "string(cidr('192.168.1.7/24').masked()) == '192.168.1.0/24' && !ip.isCanonical('2001:DB8::1')",
  "semver('1.2.3-rc.1').isLessThan(semver('1.2.3')) && semver('v1.2', true).minor() == 2 && !isSemver('v1.2')",
  "url('https://a:8080/x?q=1').getPort() == '8080' && url('/p').getHost() == ''",
  "format.dns1123Label().validate('A').hasValue() && !format.uuid().validate('123e4567-e89b-12d3-a456-426614174000').hasValue()",
  "'aéb😀'.indexOf('b') == 2 && 'aéb😀'.size() == 4 && 'abab'.replace('a', 'x', 1) == 'xbab'",
  'dyn(1) == 1.0 && dyn(1u) == 1 && dyn([1]) == [1.0] && !(dyn(1) == "1")',
  'type(self.min) == int && type(self.name) == string && type({}) == map',
  "[1, 2].exists(x, x / (x - 1) == 2 || true) && self.texts[1] == 'é😀'",
  'dyn(self.few).flatten() == dyn(self.few).flatten()',
  'self.namespace == "a"',
])('%s', (text) => {
  expect(run(text)).toBe(true);
});

test.each([
  ['1 / 0 == 1', 'division by zero'],
  ['self.missing == 1', 'no such key: missing'],
  ['self.few[9] == ""', 'index out of bounds: 9'],
  ['9223372036854775807 + 1 > 0', 'integer overflow'],
  ["dyn('a') + 1 == 2", 'no such overload: _+_'],
  ["self.name.matches(self.name + '(')", 'error parsing regexp: missing closing ): `abc(`'],
  ['int(self.name) == 1', "type conversion error from 'string' to 'int'"],
])('%s: %s', (text, message) => {
  expect(() => run(text)).toThrow(new CelFailure(message));
});

test('a pattern that would take JavaScript for ever is linear', () => {
  const program = programs.compile("self.matches('^(a+)+$')");

  expect(program.run({ self: `${'a'.repeat(20_000)}!` })).toBe(false);
});

test('types of the libraries are compared with their own kind, and with null', () => {
  for (const value of ["cidr('::/0')", "ip('::1')", "quantity('1')", "url('/a')", "semver('1.0.0')", 'format.uuid()']) {
    expect(() => run(`${value} == dyn(1)`), value).toThrow(CelFailure);
    expect(run(`dyn(1) == ${value}`), value).toBe(false);
    expect(run(`${value} == dyn(null)`), value).toBe(false);
    expect(run(`${value} == ${value}`), value).toBe(true);
    expect(run(`[dyn(${value})] == [dyn(1)]`), `a list of ${value}`).toBe(true);
  }
});
