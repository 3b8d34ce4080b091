/** As much of JWT as a client needs: when a token ends. Signatures are the server's business. */

/** `exp` of a token; undefined when it is not a JWT or has none. */
export function expiryOfToken(token: string): Date | undefined {
  const payload = token.split('.')[1];
  if (payload === undefined || token.split('.').length !== 3) return undefined;
  try {
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { exp?: unknown };
    return typeof exp === 'number' ? new Date(exp * 1000) : undefined;
  } catch (error) {
    // Tokens are opaque to us; one that only looks like a JWT is none.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
