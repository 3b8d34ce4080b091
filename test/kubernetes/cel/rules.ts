/** Rules for comparisons with the API server: written by hand, and random ones. */
import type { Structural } from '../../../src/kubernetes/schema/structural.js';
import { randomFrom } from '../regex/random-patterns.js';

/** A schema with a value of every sort. */
export const SCHEMA: Structural = {
  type: 'object',
  required: ['min', 'name', 'list'],
  properties: {
    min: { type: 'integer' },
    max: { type: 'integer', format: 'int32' },
    ratio: { type: 'number' },
    on: { type: 'boolean' },
    name: { type: 'string' },
    short: { type: 'string', maxLength: 10 },
    choice: { type: 'string', enum: ['a', 'bcd'] },
    time: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    wait: { type: 'string', format: 'duration' },
    bytes: { type: 'string', format: 'byte' },
    port: { 'x-kubernetes-int-or-string': true },
    list: {
      type: 'array',
      items: { type: 'object', required: ['a'], properties: { a: { type: 'string' }, n: { type: 'integer' } } },
    },
    few: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 20 } },
    texts: { type: 'array', items: { type: 'string' } },
    numbers: { type: 'array', maxItems: 100, items: { type: 'integer' } },
    nested: {
      type: 'array',
      maxItems: 10,
      items: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 9 } },
    },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    counts: { type: 'object', maxProperties: 8, additionalProperties: { type: 'integer' } },
    sub: { type: 'object', properties: { x: { type: 'string', maxLength: 5 }, 'my-key': { type: 'string' } } },
    other: { type: 'object', properties: { x: { type: 'string', maxLength: 5 } } },
    any: { 'x-kubernetes-preserve-unknown-fields': true },
    namespace: { type: 'string' },
    pod: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
  },
};

/** Rules with and without mistakes, cheap and dear, with every library of the API server. */
export const RULES: readonly string[] = String.raw`
self.port[duration('1s')] == 1
self.port[type(1)] == 1
type(duration(dyn(1))) == type(1)
duration(null) == duration(null)
timestamp(null) == timestamp(null)
string(null) == 'a'
int(dyn(true)) == 1
bytes(dyn(1)) == b'a'
timestamp(dyn(1)) == timestamp(1)
self.min == 'a'
self.min
self.name + 1 == 2
self.name.startsWith(3)
self.foo()
foo(self.min)
size(self.min) > 3
self.min > 3.0
self.min == 3.0
self.min + 1.0 > 2.0
double(self.min) + 1.0 > 2.0
self.name.matches('[')
self.name.matches('^a+$')
self.name.matches(self.short)
matches(self.name, '[')
matches('[', self.name)
quantity(self.min).isGreaterThan(quantity('1'))
quantity(self.name).isGreaterThan(quantity('1'))
quantity(string(self.port)).isGreaterThan(quantity('1'))
quantity(self.port).isLessThan(quantity('10Gi'))
quantity(self.name).add(quantity('1')).sign() > 0
sign(quantity(self.short)) == 1
quantity(self.short).add(3) == quantity('4')
quantity(self.short).asInteger() > 3
quantity(self.short).isInteger() && isQuantity(self.name)
self.min in self.list
self.name in self.few
self.name in ['a', 'b']
self.name in ['a', 1]
self.name in self.labels
self.min in [1, 2.0]
has(self.min) ? true : 3
has(self.min) ? self.min > 1 : self.max > 1
!self.min
!!self.on
-self.min < 0
--self.min > 0
self.name && true
self.on || self.min
self.on && self.on
self.mn == 3
self.sub.y == ''
self.sub.x == self.other.x
self.sub == self.other
self.sub == oldSelf.sub
self == oldSelf
self.sub.my__dash__key == ''
self.namespace == 'a'
self.__namespace__ == 'a'
self.any == 1
self.pod.kind == 'Pod'
self.pod.metadata.name == 'x'
self.pod.spec == 1
self.list.all(a, self.list.all(b, a.a == b.a))
self.few.all(a, self.few.exists_one(b, a == b))
self.few.all(a, self.few.filter(b, b == a).size() == 1)
self.list.map(i, i.a).size() > 0
self.list.map(i, i.n > 1, i.a)[0] == 'x'
self.list.exists(i, i.b == 1)
self.few.exists(i, i.b == 1)
self.min.all(i, true)
self.labels.all(k, self.labels[k] != '')
self.labels.all(k, v, k != v)
self.labels.exists(k, k.startsWith('a'))
self.few.all(i, v, v.size() > i)
self.few.transformList(i, v, v + string(i)).size() == 2
self.labels.transformMap(k, v, v.size()).all(k, v, v > 1)
self.counts.transformMap(k, v, v > 1, v * 2)['a'] == 2
self.few.transformMapEntry(i, v, {v: i}).size() == 2
self.few.existsOne(i, v, v == 'a')
self.few.all(a, a, true)
self.few.map(x, [x]).all(y, y.size() == 1)
self.nested.all(a, a.all(b, b.size() < 3))
self.nested[0][1] == 'x'
self.nested['a'] == ['x']
self.texts[self.min] == 'a'
self.labels['x'] == 'a'
self.labels.x == 'a'
self.counts.x > 1
self.labels[1] == 'a'
self.?sub.?x.orValue('') == ''
self.?sub.x.hasValue()
self.sub.?x.optMap(v, v.size()).orValue(1) == 1
self.?sub.?x.optFlatMap(v, optional.of(v)).hasValue()
self.?sub.?x.value() == 'a'
optional.of(self.min).orValue('a') == 1
optional.none().orValue(1) == 1
self.labels[?'a'].orValue('b') == 'b'
self.few[?0].orValue('b') == 'b'
[?self.?name, 'a'].size() > 0
{'a': self.min, 'b': 'c'}.size() == 2
{'a': 1, 'b': 2}['a'] == 1
{1: 'a'}[1] == 'a'
[].size() == 0
[1, 2, 3].all(x, x > 0)
self.time > timestamp('2020-01-01T00:00:00Z')
self.time > timestamp('x')
self.time > duration('1h')
self.time - self.time < duration('1h')
self.time + duration('1h') > self.time
duration('1x') == self.wait
self.wait > duration('1.5h30m')
self.wait.getSeconds() > 3
self.time.getFullYear() == 2020
self.time.getHours('Europe/Paris') > 3
self.day.getMonth() == 1
string(self.time).size() > 3
string(self.wait) == '1s'
string(self.bytes) == 'a'
self.bytes == b'abc'
size(self.bytes) > 3
bytes(self.name).size() > 3
int(self.name) > 3
int(self.on) > 3
uint(self.min) == 3u
self.min == 3u
self.min < 3u
self.ratio > 3
self.ratio == 3
self.ratio == 3.0
string(self.ratio).matches('^1')
string(self.min).matches('^1')
string(self.min).split('').size() > 0
string(self.port).matches('^[0-9]+%$')
string(self.port) in ['a','b']
string(self.port).size() < 10
self.port == 1 || self.port == 'a'
type(self.port) == string ? self.port == 'a' : self.port == 1
type(self.min) == int
type(self.name) == self.name
self.port.foo == 1
self.port + 1 == 2
self.port > 1
self.port.matches('a')
dyn(self.min) == 'a'
dyn(self.name) + 1 == 2
self.name == null
self.sub == null
self.min == null
self.time == null
null == null
true
'a'
1 == 1
1 == 'a'
self
self.on
self.port
dyn(true)
self.name.size() < 10
size(self.name) < 10
self.name.contains(self.short)
self.name.contains('abc')
self.name.endsWith(self.name)
self.name.indexOf('a') == 1
self.name.indexOf('a', 1) == 1
self.name.lastIndexOf('a') == 1
self.name.charAt(1) == 'a'
self.name.lowerAscii() == self.name
self.name.upperAscii().trim() == self.name
self.name.substring(1, 3) == 'ab'
self.name.substring('a') == 'ab'
self.name.replace('a', 'bb') == 'x'
self.name.replace('', 'bb').size() > 3
self.name.replace('abc', 'b', 2) == 'x'
self.name.split(',').all(x, x.size() > 1)
self.name.split(',', 2).all(x, x.matches('a'))
self.short.split(',').map(x, x.trim()).join(';') == 'a'
self.few.join(',').size() < 100
self.texts.join() == ''
self.name.reverse() == 'a'
self.few.reverse() == self.few
self.few.sort() == self.few
self.numbers.sort() == self.numbers
self.list.sortBy(x, x.n).size() > 0
self.numbers.sortBy(x, -x)[0] == 1
self.few.distinct().size() == self.few.size()
self.texts.distinct().size() == self.texts.size()
self.few.slice(0, 2).size() == 2
self.nested.flatten().size() == 2
self.few.first().orValue('') == ''
self.few.last().hasValue()
lists.range(3).all(x, x < 4)
lists.range(self.min).all(x, x < 4)
self.numbers.sum() > 3
self.numbers.min() < self.numbers.max()
self.few.sum() == ''
self.few.isSorted()
self.texts.isSorted()
self.texts.indexOf('a') == 1
self.numbers.lastIndexOf(1) == 1
self.numbers.includes(1)
sets.contains(self.few, ['a'])
sets.intersects(self.texts, self.texts)
sets.equivalent(self.numbers, [1])
sets.equivalent(self.numbers, ['a'])
self.few + self.few == self.texts
self.few + ['a'] == self.few
self.few + [1] == self.few
self.name + self.name == 'a'
self.name.find('[0-9]+') == '1'
self.name.findAll('[0-9]+').all(x, x != '')
self.name.findAll('[0-9]+', 2).size() == 1
url(self.name).getHost() == 'a'
isURL(self.name) && url(self.name).getScheme() == 'https'
url(self.name).getQuery()['a'].size() == 1
url(self.name) == url('https://a')
ip(self.name).family() == 4
isIP(self.name) && ip(self.name).isLoopback()
ip.isCanonical(self.name)
ip(self.name) == ip('1.2.3.4')
string(ip(self.name)) == self.name
cidr(self.name).containsIP('1.2.3.4')
cidr(self.name).containsIP(ip(self.short))
cidr('10.0.0.0/8').containsCIDR(self.name)
cidr('10.0.0.0/8').containsCIDR(cidr(self.name))
cidr(self.name).masked() == cidr(self.name)
cidr(self.name).prefixLength() == 8 && isCIDR(self.name)
cidr(self.name).ip() == ip('1.2.3.4')
semver(self.name).isGreaterThan(semver('1.2.3'))
semver(self.short, true).major() == 1
isSemver(self.name)
semver(self.name) == semver('1.0.0')
format.dns1123Label().validate(self.name).hasValue()
!format.named(self.short).hasValue()
format.named('dns1123Label').value().validate(self.short) == optional.none()
!format.uuid().validate(self.name).hasValue()
'%s is %d'.format([self.name, self.min]) == 'a'
'%s'.format([self.name]).size() < 3
self.name.format([1]) == ''
'%d'.format(['a']) == ''
'%s %s'.format(['a']) == ''
strings.quote(self.name).size() > 3
strings.quote(string(self.port)).matches('a')
math.greatest(1, 2) == 2
base64.encode(b'a') == 'a'
cel.bind(x, self.min, x > 1)
authorizer.path('/x').check('get').allowed()
oldSelf.min <= self.min
oldSelf.hasValue()
oldSelf.optMap(o, o.min).orValue(0) == 0
self.all(k, true)
self.few == ['a']
self.few == [1]
self.few == []
self.labels == {}
self.labels == {'a': 'b'}
self.labels == {'a': 1}
[self.min, self.name].size() == 2
[self.min, self.port].size() == 2
[1, self.ratio].size() == 2
self.on ? self.name : self.min
self.on ? self.name == 'a' : self.min == 1
(self.on ? self.few : self.texts).all(x, x.size() > 1)
(self.on ? self.name : self.short).matches('a')
[self.name, self.short].all(x, x.matches('a'))
{'a': self.name}.all(k, v, v.contains(k))
self.min % 2 == 0
self.ratio % 2.0 == 0.0
self.min / 0 == 1
self.min * self.max - 3 > 1
self.min = 1
self.min <
self.list.all(x,
self.list.all(x.y, true)
has(self)
has(self.labels['a'])
has(self.labels.a)
has(self.sub.x) && has(self.sub.z)
has(self.port.x)
'\q' == 'a'
'\u0041' == "A"
r'\d' == '\\d'
b'\xff' == b'a'
0x1F == 31
1e3 == 1000.0
9223372036854775808 == 1
-9223372036854775808 == self.min
self.min == 1 // a comment
self.if == 1
if == 1
self.in == 1
a{b: 1} == 1
google.protobuf.Timestamp == type(self.time)
self.name.matches("^(?:[a-z0-9]+(?:[._-][a-z0-9]+)*)$") && self.name.size() <= 63
self.list.all(x, self.list.exists_one(y, x.a == y.a && x.n == y.n))
self.texts.all(x, self.texts.all(y, self.texts.all(z, x + y == z)))
`
  .trim()
  .split('\n');

const VALUES =
  `self.min self.max self.ratio self.on self.name self.short self.choice self.time self.wait self.bytes self.port self.list self.few self.texts
  self.numbers self.nested self.labels self.counts self.sub self.other.x 1 2.5 'a' true null 3u b'x' [] [1] ['a','b'] {} {'a':1} duration('1s')
  quantity('1') ip('::1') cidr('::/0') oldSelf.name x y self.?name optional.of(1) dyn(self.few) dyn(1)`.split(/\s+/);
const BINARY = '+ - * / % == != < <= > >= && || in'.split(' ');
const METHODS =
  `size() startsWith($) matches($) contains($) split($) join($) replace($,$) trim() lowerAscii() indexOf($) all(x,$) exists(x,$) map(x,$)
  filter(x,$) exists_one(y,$) all(x,y,$) transformList(x,y,$) transformMap(x,y,$) orValue($) value() hasValue() sum() min() isSorted() sort() distinct() sortBy(x,$)
  flatten() first() find($) findAll($) getHours() add($) isGreaterThan($) containsIP($) family() format([$]) optMap(x,$) slice(0,$) reverse()`.split(
    /\s+/,
  );
const FUNCTIONS =
  `size($) string($) int($) double($) bool($) bytes($) duration($) timestamp($) type($) dyn($) quantity($) isQuantity($) url($) isIP($) ip($) cidr($)
  semver($) sets.contains($,$) sets.equivalent($,$) lists.range($) optional.of($) has(self.sub.x) strings.quote($) matches($,$) uint($)`.split(
    /\s+/,
  );

/** So many random expressions, most of them with a mistake somewhere. */
export function randomRules(seed: number, count: number): string[] {
  const random = randomFrom(seed);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  const filled = (text: string, depth: number): string => text.replaceAll('$', () => expression(depth - 1));
  const expression = (depth: number): string => {
    const choice = depth <= 0 ? 0 : random();
    if (choice < 0.3) return pick(VALUES);
    if (choice < 0.5) return `(${expression(depth - 1)} ${pick(BINARY)} ${expression(depth - 1)})`;
    if (choice < 0.75) return `${expression(depth - 1)}.${filled(pick(METHODS), depth)}`;
    if (choice < 0.9) return filled(pick(FUNCTIONS), depth);
    if (choice < 0.95) return `${expression(depth - 1)}[${expression(depth - 1)}]`;
    return `(${expression(depth - 1)} ? ${expression(depth - 1)} : ${expression(depth - 1)})`;
  };
  return Array.from({ length: count }, (_, index) => {
    const left = expression(1 + (index % 3));
    return random() < 0.5 ? `${left} == ${left}` : `${left} ${pick(BINARY)} ${expression(2)}`;
  });
}
