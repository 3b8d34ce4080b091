/** Typed reading of a kubeconfig entry, with errors that name file, entry and field. */
import { KubeConfigError } from './kube-config-error.js';
import { isRecord } from '../../object/json.js';
import type { KubeConfigEntry } from './kube-config-file.js';

/** Reads fields of one entry. Empty strings count as absent, as in kubectl. */
export class FieldReader {
  readonly #entry: KubeConfigEntry;
  readonly #label: string;

  constructor(entry: KubeConfigEntry, label: string) {
    this.#entry = entry;
    this.#label = label;
  }

  /** A string, or undefined when it is absent or empty. */
  text(field: string): string | undefined {
    const value = this.#entry.fields[field];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value !== 'string') throw this.error(field, 'must be a string');
    return value;
  }

  /** A string that must be there. */
  required(field: string): string {
    const value = this.text(field);
    if (value === undefined) throw this.error(field, 'is missing');
    return value;
  }

  /** True or false; absent is false. */
  flag(field: string): boolean | undefined {
    const value = this.#entry.fields[field];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'boolean') throw this.error(field, 'must be true or false');
    return value;
  }

  /** A list of strings. */
  texts(field: string): string[] | undefined {
    const value = this.#entry.fields[field];
    if (value === undefined || value === null) return undefined;
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
      throw this.error(field, 'must be a list of strings');
    }
    return value;
  }

  /** A mapping. */
  record(field: string): Record<string, unknown> | undefined {
    const value = this.#entry.fields[field];
    if (value === undefined || value === null) return undefined;
    if (!isRecord(value)) throw this.error(field, 'must be a mapping');
    return value;
  }

  /** Base64 of PEM. */
  pem(field: string): string | undefined {
    const value = this.text(field);
    if (value === undefined) return undefined;
    const text = Buffer.from(value, 'base64').toString('utf8');
    if (!text.includes('-----BEGIN ')) throw this.error(field, 'is not base64 of a PEM file (-----BEGIN …)');
    return text;
  }

  /** An error about a field. */
  error(field: string, problem: string, cause?: unknown): KubeConfigError {
    return new KubeConfigError(this.#entry.file, `${this.#label}: ${field}: ${problem}`, cause);
  }
}
