import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hideSecrets } from '../../../src/runtime/log/secret-texts.js';

const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJqYW5lIn0.c2lnbmF0dXJl';

describe('JSON Web Tokens', () => {
  test.each([
    [`a-${jwt}`, 'a-[redacted]'],
    [`host.${jwt}.more`, 'host.[redacted].more'],
    [`${jwt}.${jwt}`, '[redacted].[redacted]'],
    [`x${jwt}`, `x${jwt}`],
    ['eyJhbGciOiJSUzI1NiJ9.short.c2ln', 'eyJhbGciOiJSUzI1NiJ9.short.c2ln'],
    ['eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJq.', '[redacted]'],
  ])('%s', (text, expected) => {
    expect(hideSecrets(text)).toBe(expected);
  });
});

/**
 * The same in patterns that are simple to read, and slow: what they hide is what must be hidden. They are the
 * specification, so they only ever get longer.
 */
const quoted = String.raw`\\*"[^"]*(?:"|$)|\\*'[^']*(?:'|$)`;
const assigned = String.raw`(\\*["']?\s*[:=]\s*)`;
const specification: readonly (readonly [RegExp, string])[] = [
  [/(\\*"(?:data|stringData)\\*"\s*:\s*)\{[^}]*\}?/g, '$1"[redacted]"'],
  [/\b(bearer|basic) +[\w+/=.~-]{8,}/gi, '$1 [redacted]'],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, '[redacted]'],
  [/\b(gh[opsu]_|github_pat_|glpat-|xox[abp]-|AKIA)[\w-]{10,}/g, '[redacted]'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, '[redacted]'],
  [/(\w:\/\/[^/\s:@]+):[^/\s@]+@/g, '$1:[redacted]@'],
  [
    new RegExp(String.raw`(pass(?:word|wd|phrase|code)s?)${assigned}(?:${quoted}|[^\s,;&}"']+)`, 'gi'),
    '$1$2[redacted]',
  ],
  [
    new RegExp(
      String.raw`(secrets?|tokens?|credentials?|api[-_]?keys?|(?:private|access|secret)[-_]?keys?|key-data)${assigned}(?:${quoted}|[\w+/=.~-]{16,})`,
      'gi',
    ),
    '$1$2[redacted]',
  ],
  [/((?:secret|token|api[-_]?key|access[-_]?key)=)[^\s,;&}"']+/gi, '$1[redacted]'],
];
const secretKind = /\\*["']?kind\\*["']?\s*:\s*\\*["']?Secret\b/;
const yamlData = /^( *)(data|stringData):[ \t]*\n(?:\1[ \t]+.*(?:\n|$))+/gm;

function specified(text: string): string {
  const [[data, withoutData] = [/$^/g, ''], ...others] = specification;
  let result = text.replace(data, withoutData);
  if (secretKind.test(result)) result = result.replace(yamlData, '$1$2: [redacted]\n');
  for (const [pattern, replacement] of others) result = result.replace(pattern, replacement);
  return result;
}

test('hides exactly what its specification hides', () => {
  const parts = [
    'password',
    'secret',
    'token',
    'api-key',
    'key-data',
    'Bearer ',
    'kind',
    'Secret',
    'data',
    'stringData',
    '"data"',

    '\\',
    '"',
    "'",
    ':',
    '=',
    ' ',
    '\n',
    '  ',
    '\t',
    '.',
    '-',
    '{',
    '}',
    '/',
    '://',
    '@',
    ',',
    '&',
    'eyJhbGciOiJSUz',
    'eyJ',
    'abcdefgh',
    'ghp_',
    'AKIA',
    'https',
    'hunter2hunter2hunter2',
    'a',
    '-----BEGIN ',
    'PRIVATE KEY-----',
    '-----END ',
    'kind: Secret\n',
    'data:\n',
    jwt,
  ];
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map((chosen) => chosen.join(''));
  fc.assert(
    fc.property(text, (noise) => {
      expect(hideSecrets(noise)).toBe(specified(noise));
    }),
    { numRuns: 3_000 },
  );
});

test('a canary is hidden in every form, whatever surrounds it', () => {
  const canary = 'CANARYcanary0123456789';
  const forms = [
    `Bearer ${canary}`,
    `password=${canary}`,
    `"clientSecret":"${canary}"`,
    `\\\\"token\\\\": \\\\"${canary}\\\\"`,
    `https://jane:${canary}@db`,
    `ghp_${canary}`,
    `eyJhbGciOiJSUzI1NiJ9.${canary}.${canary}`,
    `-----BEGIN PRIVATE KEY-----\n${canary}\n-----END PRIVATE KEY-----`,
    `{"kind":"Secret","data":{"a":"${canary}"}}`,
  ];
  // Letters and dashes would make another word of the first one of a form; a quote may end it.
  const noise = fc.array(fc.constantFrom(' ', '\\ ', '\n', ', ', '\\\\\\ ', '= ', ': ', '} ', ' {'), { maxLength: 8 });
  fc.assert(
    fc.property(noise, fc.constantFrom(...forms), noise, (before, form, after) => {
      expect(hideSecrets(`${before.join('')}${form}${after.join('')}`)).not.toContain(canary);
    }),
    { numRuns: 1_000 },
  );
});
