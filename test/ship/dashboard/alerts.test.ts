import { expect, test } from 'vitest';
import { alertsOf } from '../../../src/ship/dashboard/alerts.js';

test('every alert has a name of its own and selects the operator', () => {
  const alerts = alertsOf({ project: 'shop', hasWebhooks: true });

  expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length);
  for (const { expr } of alerts) {
    const selectors = expr.match(/\{[^}]*\}/g) ?? [];
    expect(selectors.length).toBeGreaterThan(0);
    for (const selector of selectors) expect(selector).toContain('job="shop"');
  }
});

test('rules for webhooks are there when the operator has some', () => {
  const names = (hasWebhooks: boolean): string[] => alertsOf({ project: 'shop', hasWebhooks }).map(({ name }) => name);

  expect(names(true).filter((name) => !names(false).includes(name))).toEqual([
    'OperatorWebhookErrors',
    'OperatorCertificateErrors',
  ]);
});
