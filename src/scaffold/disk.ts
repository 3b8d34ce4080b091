/** Every call that changes the disk while changes are applied: one list, so that a test can fail each of them in turn. */
import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';

/** Calls are synchronous: files are many and small, and nothing else happens meanwhile. */
export interface Disk {
  /** Makes one folder, which must not exist. */
  readonly mkdir: (folder: string) => void;
  /** Makes a folder and those above it. */
  readonly mkdirs: (folder: string, mode?: number) => void;
  readonly write: (file: string, content: string | Uint8Array, mode?: number) => void;
  readonly chmod: (file: string, mode: number) => void;
  readonly rename: (from: string, to: string) => void;
  readonly link: (from: string, to: string) => void;
  readonly copy: (from: string, to: string) => void;
  readonly unlink: (file: string) => void;
  readonly rmdir: (folder: string) => void;
  /** Removes a folder with everything in it; links are removed, not followed. */
  readonly rmtree: (folder: string) => void;
}

/** The disk itself. */
export const realDisk: Disk = {
  mkdir: (folder) => mkdirSync(folder),
  mkdirs: (folder, mode) => void mkdirSync(folder, { recursive: true, mode }),
  write: (file, content, mode) => writeFileSync(file, content, { mode }),
  chmod: chmodSync,
  rename: renameSync,
  link: linkSync,
  copy: copyFileSync,
  unlink: unlinkSync,
  rmdir: rmdirSync,
  rmtree: (folder) => rmSync(folder, { recursive: true, force: true }),
};
