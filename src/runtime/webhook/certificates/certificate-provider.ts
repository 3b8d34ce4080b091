/** Where a TLS server gets its certificate from. */
import type { CertificatePair } from '../../../certificate/certificate-authority.js';
import type { RunContext } from '../../runnable.js';

/** Provides a certificate and its successors. */
export interface CertificateProvider {
  /**
   * Calls `onChange` with the first certificate and with every later one, until the signal is aborted.
   * Rejects when there can be no certificate; a failed renewal keeps the old one and is logged.
   */
  run(context: RunContext, onChange: (pair: CertificatePair) => void): Promise<void>;
}
