/** The formats library of kube-apiserver as the judge of formats. */
import { expect, test } from 'vitest';
import { isFormatValid } from '../../../src/kubernetes/format/formats.js';
import { Choices, useJudge, type Question } from '../judge/ask.js';

const ask = useJudge();
const choices = new Choices();

const UUID = '123e4567-e89b-42d3-a456-426614174000';
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  bsonobjectid: ['507f1f77bcf86cd799439011'],
  uri: [
    'https://user:pw@example.com:80/a%20b?q#f',
    'http://[fe80::1%25en0]:80/',
    'http://[::ffff:1.2.3.4]/',
    'mailto:a@b',
    '/path',
    '//host/path',
    '*',
    'a:b:c',
    'x://a:b:c/',
    'http://a:1:2/',
    'http://ä.example/%zz',
  ],
  email: [
    'a@b.c',
    'Jo Doe <jo@example.com>',
    '"q q"@example.com',
    'a(comment)@b',
    'a@b (note)',
    'g: a@b;',
    'a@[127.0.0.1]',
    'a.b@c',
    '.a@b',
    'ä@ö.de',
  ],
  hostname: ['example.com', 'a', 'a-b.example', '1a.de', 'x.y', 'ä.example', 'a--b', '-a.de', `${'a'.repeat(64)}.de`],
  ipv4: ['10.0.0.1', '010.000.0.1', '::ffff:1.2.3.4', '1.2.3', '256.1.1.1'],
  ipv6: ['::1', 'fe80::1', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4', '1::', '::', '1:2:3:4:5:6:1.2.3.4', 'fe80::1%eth0'],
  cidr: ['10.0.0.0/8', 'fd00::/8', '010.0.0.0/08', '::ffff:1.2.3.4/96', '1.2.3.4/33'],
  mac: ['01:23:45:67:89:ab', '01-23-45-67-89-ab-cd-ef', '0123.4567.89ab', '0123456789ab'],
  uuid: [UUID, UUID.replaceAll('-', ''), UUID.toUpperCase()],
  uuid3: [UUID.replace('42d3', '32d3'), UUID],
  uuid4: [UUID],
  uuid5: [UUID.replace('42d3', '52d3'), UUID],
  isbn: ['0321751043', '978-0321751041'],
  isbn10: ['0321751043', '080442957X'],
  isbn13: ['978-0321751041', '9780321751041'],
  creditcard: ['4111 1111 1111 1111', '378282246310005', '5555555555554444'],
  ssn: ['123-45-6789', '123 45 6789', '123456789'],
  hexcolor: ['#ffffff', 'abc', '#12'],
  rgbcolor: ['rgb(255, 0,12)', 'rgb(256,0,0)', 'rgb( 1 ,2,3 )'],
  byte: ['aGk=', 'aGkh', '', 'aA==', 'a'],
  password: ['anything'],
  date: ['2026-11-17', '2024-02-29', '2023-02-29', '0000-02-29', '2026-13-01'],
  duration: [
    '1h30m',
    '-1.5s',
    '22 ns',
    '3 days',
    '1 week 2 hours',
    '5 fortnights',
    '0',
    '1',
    'in 2 min or so',
    '9 Sec',
  ],
  'date-time': [
    '2026-11-17T09:00:00Z',
    '2026-11-17t09:00:00.123+01:00',
    '2026-11-17T24:00:00Z',
    '2026-11-17T09:00:00,5z',
    '2026-11-17T09:00:00+99:99',
    '2026-11-17',
  ],
  datetime: ['2026-11-17T09:00:00Z', '2026-11-17 09:00:00Z'],
  'k8s-short-name': ['my-name', 'a', '-a', 'a'.repeat(64)],
  'k8s-long-name': ['my.name', 'a..b', 'a-.b', 'a'.repeat(254)],
};
const CHARACTERS = ' .,:;-_/@%#[]()<>"\\+=?*0189aAfFgzZTté\t\n';

test('20,000 strings have a format exactly when kube-apiserver says so', () => {
  const questions = Array.from({ length: 20_000 }, (): Question => {
    const a = choices.pick(Object.keys(SAMPLES));
    let b = choices.pick(SAMPLES[a] ?? ['']);
    for (let change = choices.upTo(3); change > 0; change--) b = choices.spoilt(b, CHARACTERS);
    return { kind: 'format', a, b };
  });
  const answers = ask(questions);
  const wrong = questions.filter(({ a, b = '' }, index) => isFormatValid(a, b) !== answers[index]?.verdict);

  expect(wrong.slice(0, 10), `KBTS_SEED=${choices.seed}, ${wrong.length} differ`).toEqual([]);
  expect(answers.filter(({ verdict }) => verdict).length).toBeGreaterThan(4000);
});
