/**
 * Finds secrets inside strings. Strings come from strangers, so the time is in line with their length: no pattern begins
 * at each position of a run of characters that it reads to the end.
 */

/** What is written in place of a secret. */
export const hidden = '[redacted]';

const quoted = String.raw`\\*"[^"]*(?:"|$)|\\*'[^']*(?:'|$)`;
const assigned = String.raw`(\\*["']?\s*[:=]\s*)`;

/** Tokens, private keys, passwords in URLs, names beside their values. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(gh[opsu]_|github_pat_|glpat-|xox[abp]-|AKIA)[\w-]{10,}/g, hidden],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, hidden],
  [/(\w:\/\/[^/\s:@]+):[^/\s@]+@/g, `$1:${hidden}@`],
  // Passwords are values however they are written; `secret: not found` is a sentence.
  [new RegExp(String.raw`(pass(?:word|wd|phrase|code)s?)${assigned}(?:${quoted}|[^\s,;&}"']+)`, 'gi'), `$1$2${hidden}`],
  [
    new RegExp(
      String.raw`(secrets?|tokens?|credentials?|api[-_]?keys?|(?:private|access|secret)[-_]?keys?|key-data)${assigned}(?:${quoted}|[\w+/=.~-]{16,})`,
      'gi',
    ),
    `$1$2${hidden}`,
  ],
  [/((?:secret|token|api[-_]?key|access[-_]?key)=)[^\s,;&}"']+/gi, `$1${hidden}`],
];
const scheme = /\b(bearer|basic) +[\w+/=.~-]{8,}/gi;

/** Data inside a string that may be those of a Secret, as JSON that may be escaped and cut off, or as YAML. */
const secretKind = /kind\\*["']?\s*:\s*\\*["']?Secret\b/;
const jsonData = /("(?:data|stringData)\\*"\s*:\s*)\{[^}]*\}?/g;
const yamlData = /^( *)(data|stringData):[ \t]*\n(?:\1[ \t]+.*(?:\n|$))+/gm;

/** `text` without anything that looks like a secret, however long it is. */
export function hideSecrets(text: string): string {
  let result = text.replace(jsonData, `$1"${hidden}"`);
  if (secretKind.test(result)) result = result.replace(yamlData, `$1$2: ${hidden}\n`);
  result = hideWebTokens(result.replace(scheme, `$1 ${hidden}`));
  for (const [pattern, replacement] of patterns) result = result.replace(pattern, replacement);
  return result;
}

/** JSON Web Tokens: three parts between dots, the first of which begins with `eyJ`. */
function hideWebTokens(text: string): string {
  if (!text.includes('eyJ')) return text;
  return text.replace(/[\w.-]+/g, (run) => {
    const parts = run.split('.');
    const shown: string[] = [];
    for (let index = 0; index < parts.length; index++) {
      const [part = '', payload = '', signature] = parts.slice(index, index + 3);
      const start = payload.length >= 8 && signature !== undefined ? part.search(/\beyJ[\w-]{8}/) : -1;
      shown.push(start < 0 ? part : `${part.slice(0, start)}${hidden}`);
      if (start >= 0) index += 2;
    }
    return shown.join('.');
  });
}
