/** JSON as a module: compressed, in base64, so that it needs no file beside the code. */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { HEADER } from './names.mjs';

/** A module with one export, `packed`. */
export function packedModule(value) {
  const bytes = Buffer.from(JSON.stringify(value));
  const packed = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  return `${HEADER}export const packed =\n  '${packed.toString('base64')}';\n`;
}

/** What was packed, as text; compressed bytes differ between versions of Node.js. */
export function unpackedText(module) {
  const packed = /export const packed =\s*'([A-Za-z0-9+/=]+)';/.exec(module);
  return packed === null ? module : brotliDecompressSync(Buffer.from(packed[1], 'base64')).toString('utf8');
}
