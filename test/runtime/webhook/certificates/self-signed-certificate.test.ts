import { expect, test } from 'vitest';
import { selfSignedCertificate } from '../../../../src/runtime/webhook/certificates/self-signed-certificate.js';
import { ManualClock, settle } from '../../manual-clock.js';
import { contextOf } from '../server/running-server.js';

test('a new certificate comes before the old one ends', async () => {
  const clock = new ManualClock();
  const controller = new AbortController();
  const served: string[] = [];
  const run = selfSignedCertificate({ validMs: 90_000, clock }).run(contextOf(controller.signal), ({ cert }) =>
    served.push(cert),
  );
  await settle();
  expect(served).toHaveLength(1);

  await clock.advanceAsync(60_000);
  controller.abort();
  await run;

  expect(served).toHaveLength(2);
  expect(served[0]).not.toBe(served[1]);
});
