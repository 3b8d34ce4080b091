import { expect, test } from 'vitest';
import { isSecured } from '../../../../src/plane/plugins/pod-security/pod-security.js';
import { levelText, policyOf } from '../../../../src/plane/plugins/pod-security/policy.js';
import { merge, post } from '../../differential/scenario.js';
import { messageOf, withServer } from '../embedded-client.js';

const key = (mode: string): string => `pod-security.kubernetes.io/${mode}`;

test('who enforces a level is warned by it, too', () => {
  const { enforce, warn } = policyOf({ [key('enforce')]: 'baseline', [key('enforce-version')]: 'v1.30' });

  expect([levelText(enforce), levelText(warn)]).toEqual(['baseline:v1.30', 'baseline:v1.30']);
});

test('labels that cannot be read are refused', () =>
  withServer(async (client) => {
    const labels = { [key('enforce')]: 'strict', [key('warn-version')]: '1.30' };
    const { code, body } = await client.call(merge('/api/v1/namespaces/default', { metadata: { labels } }));

    expect(code).toBe(422);
    expect(messageOf(body)).toContain('must be one of privileged, baseline, restricted');
    expect(messageOf(body)).toContain('must be "latest" or "v1.x"');
  }));

test('a stricter level warns about the pods that are there, and about templates', () =>
  withServer(async (client) => {
    const spec = { containers: [{ name: 'c', image: 'i' }], hostNetwork: true };
    await client.call(post('/api/v1/namespaces/default/pods', { metadata: { name: 'p' }, spec }));
    const labels = { [key('enforce')]: 'baseline' };
    const { warnings } = await client.call(merge('/api/v1/namespaces/default', { metadata: { labels } }));
    const template = { metadata: { labels: { a: 'b' } }, spec };
    const deployment = { metadata: { name: 'd' }, spec: { selector: { matchLabels: { a: 'b' } }, template } };
    const made = await client.call(post('/apis/apps/v1/namespaces/default/deployments', deployment));

    expect(warnings.join()).toContain('p: host namespaces');
    expect(made.code).toBe(201);
    expect(made.warnings.join()).toContain('would violate PodSecurity');
  }));

test('namespaces without labels cost nothing', () => {
  const attempt = {
    type: { group: '', plural: 'namespaces' },
    operation: 'CREATE',
    subresource: '',
    object: { metadata: {} },
  };

  expect(isSecured(attempt as never, undefined as never)).toBe(false);
});
