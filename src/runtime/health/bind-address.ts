/** Addresses as flags write them: `:8081`, `127.0.0.1:8081`, `[::1]:8081`. */

/** Where a server listens. */
export interface BindAddress {
  /** Undefined for all interfaces. */
  readonly host?: string;
  readonly port: number;
}

/** Reads an address; undefined when it means "do not listen" (`0` or empty). Throws on anything else. */
export function parseBindAddress(text: string): BindAddress | undefined {
  if (text === '' || text === '0') return undefined;
  const [, bracketed, plain, portText] = /^(?:\[([^\]]+)\]|([^:]*)):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(portText);
  if (portText === undefined || port > 65_535)
    throw new Error(`"${text}" is not an address to listen on; use the form :8081, 127.0.0.1:8081 or 0 for none`);
  const host = bracketed ?? plain ?? '';
  return host === '' ? { port } : { host, port };
}
