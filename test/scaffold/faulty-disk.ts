import { type Disk, realDisk } from '../../src/scaffold/disk.js';

/**
 * - `killed`: the process ends before its n-th call; nothing after that reaches the disk.
 * - `torn`: the same, in the middle of the n-th call when that writes a file.
 * - `full`: from the n-th call on, nothing that needs space works; renames and removals do.
 * - `full-once`: only the n-th call fails.
 * - `read-only`: from the n-th call on, nothing works.
 */
export type Fault = 'killed' | 'torn' | 'full' | 'full-once' | 'read-only';

/** A disk that fails at its n-th call, counted from 1; and how many calls there have been. */
export function faultyDisk(fault: Fault, at: number): { readonly disk: Disk; readonly calls: () => number } {
  let calls = 0;
  const guard =
    <A extends readonly string[] | readonly unknown[]>(name: keyof Disk, call: (...args: A) => void) =>
    (...args: A): void => {
      calls++;
      if (fails(fault, name, calls, at)) {
        if (fault === 'torn' && name === 'write' && calls === at) tear(args);
        throw failure(fault, name);
      }
      call(...args);
    };
  const disk: Disk = {
    mkdir: guard('mkdir', realDisk.mkdir),
    mkdirs: guard('mkdirs', realDisk.mkdirs),
    write: guard('write', realDisk.write),
    chmod: guard('chmod', realDisk.chmod),
    rename: guard('rename', realDisk.rename),
    link: guard('link', realDisk.link),
    copy: guard('copy', realDisk.copy),
    unlink: guard('unlink', realDisk.unlink),
    rmdir: guard('rmdir', realDisk.rmdir),
    rmtree: guard('rmtree', realDisk.rmtree),
  };
  return { disk, calls: () => calls };
}

const needsSpace: ReadonlySet<keyof Disk> = new Set(['mkdir', 'mkdirs', 'write', 'link', 'copy']);

function fails(fault: Fault, name: keyof Disk, call: number, at: number): boolean {
  if (fault === 'full-once') return call === at;
  if (fault === 'full') return call >= at && needsSpace.has(name);
  return call >= at;
}

function failure(fault: Fault, syscall: string): Error {
  if (fault === 'killed' || fault === 'torn') return new Error('the process has ended');
  const code = fault === 'read-only' ? 'EROFS' : 'ENOSPC';
  return Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });
}

/** Half of what was to be written. */
function tear([file, content]: readonly unknown[]): void {
  if (typeof file !== 'string') return;
  const bytes = Buffer.from(typeof content === 'string' ? content : (content as Uint8Array));
  realDisk.write(file, bytes.subarray(0, bytes.length >> 1));
}
