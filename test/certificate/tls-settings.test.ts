import { getCiphers } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { secureOptions, TlsSettingsError } from '../../src/certificate/tls-settings.js';

describe('TLS of servers', () => {
  test('is 1.2 and newer unless told otherwise', () => {
    expect(secureOptions()).toMatchObject({ minVersion: 'TLSv1.2' });
    expect(secureOptions({ minVersion: 'TLSv1.3' })).toMatchObject({ minVersion: 'TLSv1.3' });
  });

  // The suites that Go does not call insecure.
  test.each([
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA',
    'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA',
    'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA',
    'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA',
    'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
    'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
    'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
    'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
    'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
    'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ])('%s is a suite that Node knows', (suite) => {
    expect(getCiphers()).toContain(secureOptions({ cipherSuites: [suite] }).ciphers.toLowerCase());
  });

  test.each(['', 'none', 'TLS_NO_SUCH', 'ALL', '!aNULL', '@SECLEVEL=0', 'aNULL:eNULL'])('%j is no suite', (suite) => {
    expect(() => secureOptions({ cipherSuites: [suite] })).toThrow(TlsSettingsError);
  });
});
