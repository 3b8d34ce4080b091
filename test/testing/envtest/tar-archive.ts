/** Writes small tar archives for tests. */

/** An archive in the ustar format. */
export function tarArchive(files: readonly { name: string; text: string; mode: number; type?: string }[]): Buffer {
  const parts = files.flatMap(({ name, text, mode, type = '0' }) => {
    const content = Buffer.from(text);
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}
