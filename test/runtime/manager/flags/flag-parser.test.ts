import { expect, test } from 'vitest';
import { describeFlags, FlagError, parseFlags } from '../../../../src/runtime/manager/flags/flag-parser.js';

const FLAGS = {
  'bind-address': { type: 'text', help: 'where', default: ':1' },
  port: { type: 'number', help: 'which' },
  secure: { type: 'switch', help: 'whether' },
  help: { type: 'switch', help: 'this' },
} as const;

test.each([
  [['--bind-address=:8080'], { 'bind-address': ':8080' }],
  [['--bind-address', ':8080'], { 'bind-address': ':8080' }],
  [['-bind-address=a=b'], { 'bind-address': 'a=b' }],
  [['--secure'], { secure: true }],
  [['--secure=false', '--port=-1'], { secure: false, port: -1 }],
  [['--port', '5', '--port=6'], { port: 6 }],
  [['-h'], { help: true }],
  [['--bind-address='], { 'bind-address': '' }],
])('%j → %j', (argv, expected) => {
  expect(Object.fromEntries(parseFlags(argv, FLAGS))).toEqual(expected);
});

test.each([
  [['--bind-adress=x'], /unknown flag --bind-adress; did you mean --bind-address\?/],
  [['--wholly-other'], /unknown flag --wholly-other$/],
  [['--toString'], /unknown flag --toString/],
  [['file'], /unexpected argument "file"/],
  [['--secure=maybe'], /--secure=maybe: use true or false/],
  [['--port=x'], /--port=x: use a whole number/],
  [['--port'], /--port needs a value/],
])('%j is refused: %s', (argv, message) => {
  expect(() => parseFlags(argv, FLAGS)).toThrow(FlagError);
  expect(() => parseFlags(argv, FLAGS)).toThrow(message);
});

test('the help has every flag with its default', () => {
  expect(describeFlags(FLAGS)).toContain('--bind-address\n        where (default :1)\n');
});
