/** Reads tar archives (ustar and GNU), as much as the release archives need. */

/** A file of an archive. */
export interface TarEntry {
  readonly name: string;
  readonly content: Buffer;
  readonly isExecutable: boolean;
}

const block = 512;

/** Ordinary files of an archive; links and folders are passed over. Throws when the archive is cut off or damaged. */
export function* readTar(archive: Buffer): Generator<TarEntry> {
  let longName: string | undefined;
  for (let offset = 0; offset + block <= archive.length;) {
    const header = archive.subarray(offset, offset + block);
    if (header.every((byte) => byte === 0)) return;
    checkSum(header);
    const size = octal(header, 124, 12);
    const start = offset + block;
    if (start + size > archive.length) throw new RangeError('the archive is cut off');
    const content = archive.subarray(start, start + size);
    const type = text(header, 156, 1);
    if (type === 'L') longName = content.toString('utf8').replace(/\0.*$/s, '');
    else {
      const name = longName ?? fullName(header);
      longName = undefined;
      if (type === '' || type === '0') yield { name, content, isExecutable: (octal(header, 100, 8) & 0o100) !== 0 };
    }
    offset = start + Math.ceil(size / block) * block;
  }
}

function fullName(header: Buffer): string {
  const prefix = text(header, 257, 5) === 'ustar' ? text(header, 345, 155) : '';
  const name = text(header, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

function checkSum(header: Buffer): void {
  const expected = octal(header, 148, 8);
  let sum = 8 * 32;
  for (let index = 0; index < block; index++) if (index < 148 || index >= 156) sum += header[index] ?? 0;
  if (sum !== expected) throw new RangeError('the archive is damaged');
}

function text(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
}

function octal(header: Buffer, start: number, length: number): number {
  return Number.parseInt(text(header, start, length).trim() || '0', 8);
}
