import { expect, test } from 'vitest';
import { parseGoUrl } from '../../../src/kubernetes/format/go-url.js';

test('the parts of a URL are found', () => {
  expect(parseGoUrl('HTTPS://me@host:8443/path?a=b#c')).toEqual({
    scheme: 'https',
    host: 'host:8443',
    user: 'me',
    query: 'a=b',
    fragment: 'c',
  });
  expect(parseGoUrl('https:///path')).toMatchObject({ host: '', user: undefined });
  expect(parseGoUrl('mailto:a@b')).toMatchObject({ scheme: 'mailto', host: '' });
});

test.each([':x', 'a:b/c:', 'https://h:port/', 'https://[::1', 'https://h/%zz', 'http://a\u0007'])(
  '%j is not a URL, or has no host',
  (text) => {
    const url = parseGoUrl(text);
    expect('problem' in url || url.host === '').toBe(true);
  },
);
