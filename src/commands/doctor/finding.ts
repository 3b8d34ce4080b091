/** The outcome of one check of `kbts doctor`. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'problem';
  readonly message: string;
  readonly fix?: string;
}
