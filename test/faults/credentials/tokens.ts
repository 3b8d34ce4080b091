/** Tokens of the managers' service account, of any age: the API server trusts a key of ours beside its own. */
import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { writeFile } from 'node:fs/promises';

/** Makes tokens that differ from the API server's own only in when they end and who signed them. */
export class TokenMint {
  readonly #key: KeyObject = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  #claims: Record<string, unknown> = {};

  /** For `--service-account-key-file`. */
  async writePublicKey(file: string): Promise<void> {
    await writeFile(file, createPublicKey(this.#key).export({ type: 'spki', format: 'pem' }));
  }

  /** Takes account, issuer and audience from a token that the API server made. */
  learnFrom(token: string): void {
    this.#claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
      string,
      unknown
    >;
  }

  /** A token that is good until `validSeconds` from now; a negative number makes one that has expired. */
  mint(validSeconds: number): string {
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now - 7_200, nbf: now - 7_200, exp: now + validSeconds };
    const parts = [
      { alg: 'ES256', typ: 'JWT' },
      { ...this.#claims, ...times },
    ];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const signature = sign('sha256', Buffer.from(text), { key: this.#key, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  }
}
