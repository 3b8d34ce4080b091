/** OpenID Connect (`users[].user.auth-provider.name: oidc`): an id token, renewed with a refresh token. */
import { LONGEST_CREDENTIAL } from '../connection/answer-limit.js';
import { excerptOf, redactText } from '../../log/redact.js';
import type { Credentials, CredentialSource } from '../config/cluster-config.js';
import { ExpiringCredentials } from './expiring-credentials.js';
import { expiryOfToken } from './json-web-token.js';
import { readCredentialFile } from '../config/credential-file.js';
import { KubeConfigError } from '../config/kube-config-error.js';
import { type KubeConfigEntry, resolveFrom } from '../config/kube-config-file.js';

/** The token of the file while it is valid, then fresh ones. What is renewed is not written back to the file. */
export function oidcCredentials(
  config: Readonly<Record<string, unknown>>,
  entry: KubeConfigEntry,
  answerMs = LONGEST_ANSWER_MS,
): CredentialSource {
  const session = new OidcSession(config, entry, answerMs);
  return new ExpiringCredentials(() => session.next());
}

/** For a whole answer of the login server: one that comes byte by byte would keep every request waiting. */
const LONGEST_ANSWER_MS = 30_000;

class OidcSession {
  readonly #answerMs: number;
  readonly #config: Readonly<Record<string, unknown>>;
  readonly #entry: KubeConfigEntry;
  #idToken: string | undefined;
  #refreshToken: string | undefined;

  constructor(config: Readonly<Record<string, unknown>>, entry: KubeConfigEntry, answerMs: number) {
    this.#answerMs = answerMs;
    this.#config = config;
    this.#entry = entry;
    this.#idToken = this.#text('id-token');
    this.#refreshToken = this.#text('refresh-token');
  }

  async next(): Promise<{ credentials: Credentials; expiresAt?: Date }> {
    const expiresAt = this.#idToken ? expiryOfToken(this.#idToken) : undefined;
    if (this.#idToken && expiresAt && expiresAt.getTime() > Date.now() + 10_000) {
      const credentials = { token: this.#idToken };
      // Asked for again because the server refused it: then it must be renewed.
      this.#idToken = undefined;
      return { credentials, expiresAt };
    }
    const token = await this.#refresh();
    return { credentials: { token }, expiresAt: expiryOfToken(token) };
  }

  async #refresh(): Promise<string> {
    const issuer = this.#text('idp-issuer-url');
    const clientId = this.#text('client-id');
    if (!this.#refreshToken || !issuer || !clientId) {
      throw this.#error(
        'the id token has expired and refresh-token, idp-issuer-url or client-id is missing; log in again',
      );
    }
    const discovery = await this.#fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const endpoint = discovery['token_endpoint'];
    if (typeof endpoint !== 'string') throw this.#error(`${issuer} names no token endpoint`);
    const secret = this.#text('client-secret');
    const answer = await this.#fetch(endpoint, {
      grant_type: 'refresh_token',
      refresh_token: this.#refreshToken,
      client_id: clientId,
      ...(secret === undefined ? {} : { client_secret: secret }),
    });
    const { id_token: idToken, refresh_token: refreshToken } = answer;
    if (typeof idToken !== 'string') throw this.#error(`${issuer} sent no id token; log in again`);
    if (typeof refreshToken === 'string') this.#refreshToken = refreshToken;
    return idToken;
  }

  async #fetch(url: string, form?: Record<string, string>): Promise<Record<string, unknown>> {
    const body = form && new URLSearchParams(form).toString();
    const ca = await this.#ca();
    const https = await import('node:https');
    const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
      const request = https.request(url, { method: body === undefined ? 'GET' : 'POST', headers, ca }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
          if (text.length > LONGEST_CREDENTIAL) response.destroy();
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        // After the end this changes nothing; before it, nothing else would tell.
        response.on('close', () => reject(this.#error(`${url}: the answer was cut off`)));
      });
      const late = new Error(`no whole answer within ${this.#answerMs / 1000} s`);
      const timer = setTimeout(() => {
        reject(this.#error(`${url}: ${late.message}`));
        request.destroy(late);
      }, this.#answerMs);
      request.on('close', () => clearTimeout(timer));
      request.on('error', (cause) => reject(this.#error(`${url}: ${cause.message}`, cause)));
      request.end(body);
    });
    if (status !== 200) throw this.#error(`${url} answered ${status}: ${redactText(text.slice(0, 200))}; log in again`);
    try {
      return JSON.parse(text) as Record<string, unknown>;
    } catch {
      throw this.#error(`${url} answered with something that is not JSON: ${excerptOf(text)}`);
    }
  }

  async #ca(): Promise<string | undefined> {
    const data = this.#text('idp-certificate-authority-data');
    if (data !== undefined) return Buffer.from(data, 'base64').toString('utf8');
    const file = this.#text('idp-certificate-authority');
    return file === undefined ? undefined : readCredentialFile(resolveFrom(this.#entry, file));
  }

  #text(field: string): string | undefined {
    const value = this.#config[field];
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  #error(problem: string, cause?: unknown): KubeConfigError {
    return new KubeConfigError(this.#entry.file, `user "${this.#entry.name}": auth-provider oidc: ${problem}`, cause);
  }
}
