/** The token and the CA bundle that a replica reads, as the kubelet would mount them. */
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CertificateAuthority } from '../../../src/certificate/certificate-authority.js';
import type { SharingCounter } from '../overlap/overlaps.js';
import { SharedState, type Release } from '../overlap/shared-state.js';
import type { TokenMint } from './tokens.js';

/** The server whose CA is rotated. */
export interface CaServer {
  readonly ca: string;
  rotateCa(ca: CertificateAuthority): void;
}

export interface CredentialOptions {
  /** Path without suffix; each replica has its own. */
  readonly prefix: string;
  readonly mint: Pick<TokenMint, 'mint'>;
  readonly server: CaServer;
  readonly createCa: () => CertificateAuthority;
  readonly pause: (ms: number) => Promise<void>;
  readonly counter?: SharingCounter;
}

const longSeconds = 3_600;
/** The API server accepts a token for this long after its end. */
const leewaySeconds = 60;
const expiredSeconds = -leewaySeconds;

export class CredentialFiles {
  readonly tokenFile: string;
  readonly caFile: string;
  readonly #options: CredentialOptions;
  readonly #expired: SharedState;
  #writing: Promise<void> = Promise.resolve();
  #rotating: Promise<void> = Promise.resolve();
  #rotations = 0;
  #validSeconds = longSeconds;
  /** A CA that is announced but not in use yet. */
  #announced = '';

  constructor(options: CredentialOptions) {
    this.#options = options;
    this.tokenFile = `${options.prefix}-token`;
    this.caFile = `${options.prefix}-ca.crt`;
    this.#expired = new SharedState('token', () => this.#writeToken(longSeconds), options.counter);
  }

  /** Files for a new process: a fresh token, which ends as soon as the last rotated one, and the CA in use. */
  async renew(): Promise<void> {
    await this.#writeToken(this.#validSeconds);
    await this.#write(this.caFile, () => this.#options.server.ca + this.#announced);
  }

  /** Replaces the token, as the kubelet does; the API server rejects the new one after `seconds`. */
  rotateToken(seconds: number): Promise<void> {
    this.#validSeconds = seconds - leewaySeconds;
    return this.#writeToken(this.#validSeconds);
  }

  /** Writes a token that the API server rejects. It is replaced when the last hold ends. */
  expireToken(): Promise<Release> {
    return this.#expired.hold(() => this.#writeToken(expiredSeconds));
  }

  /**
   * Makes the server use a new CA. The file contains it before that, or `lateMs` after. Rotations run one after the
   * other: only one CA is in use, and a late write must not replace the bundle of a newer rotation.
   */
  async rotateCa(lateMs: number): Promise<void> {
    if (this.#rotations > 0) this.#options.counter?.shared('ca');
    this.#rotations++;
    const done = this.#rotating.then(() => this.#rotate(lateMs)).finally(() => this.#rotations--);
    this.#rotating = done.catch(() => undefined);
    await done;
  }

  async #rotate(lateMs: number): Promise<void> {
    const { server, createCa, pause } = this.#options;
    const ca = createCa();
    const bundle = server.ca + ca.cert;
    if (lateMs === 0) {
      this.#announced = ca.cert;
      await this.#write(this.caFile, () => bundle);
    }
    server.rotateCa(ca);
    this.#announced = '';
    if (lateMs === 0) return;
    await pause(lateMs);
    await this.#write(this.caFile, () => bundle);
  }

  #writeToken(seconds: number): Promise<void> {
    return this.#write(this.tokenFile, () => this.#options.mint.mint(seconds));
  }

  /** Writes run one after the other. */
  #write(file: string, text: () => string): Promise<void> {
    const done = this.#writing.then(() => replaceFile(file, text()));
    this.#writing = done.catch(() => undefined);
    return done;
  }
}

/** As with the kubelet, a reader sees the old file or the new one, never a part. */
async function replaceFile(file: string, text: string): Promise<void> {
  const next = path.join(path.dirname(file), `.${path.basename(file)}.next`);
  await writeFile(next, text);
  await rename(next, file);
}
