/** Kubernetes' own Go code as a judge of paths, formats, selectors and versions. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { seedOf } from '../../lanes/seed.js';
import { randomFrom } from '../regex/random-patterns.js';

/** One question to the judge. */
export interface Question {
  readonly kind: 'path' | 'format' | 'labels' | 'fields' | 'api-version' | 'resource-version';
  readonly a: string;
  readonly b?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value?: unknown;
}

/** What the judge says. */
export interface Answer {
  readonly problem?: string;
  readonly verdict: boolean;
  readonly order: number;
  readonly text: string;
  readonly found: readonly unknown[] | null;
  readonly failed: boolean;
}

/** Builds the judge before the tests of a file; the returned function asks it. */
export function useJudge(): (questions: readonly Question[]) => Answer[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'kbts-judge-'));
  const program = path.join(folder, 'judge');
  beforeAll(() => {
    execFileSync('go', ['build', '-o', program, '.'], { cwd: path.join(import.meta.dirname, 'go') });
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true }));
  return (questions) =>
    JSON.parse(
      execFileSync(program, { input: JSON.stringify(questions), maxBuffer: 1 << 28, encoding: 'utf8' }),
    ) as Answer[];
}

/** Random choices that a seed repeats. */
export class Choices {
  readonly seed = seedOf();
  private readonly random = randomFrom(this.seed);

  chance(share: number): boolean {
    return this.random() < share;
  }

  upTo(most: number): number {
    return Math.floor(this.random() * (most + 1));
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    return list[this.upTo(list.length - 1)] as T;
  }

  join(most: number, make: () => string): string {
    return Array.from({ length: this.upTo(most) }, make).join('');
  }

  /** A string with one character changed, removed, doubled or added. */
  spoilt(text: string, characters: string): string {
    const at = this.upTo(text.length);
    const extra = this.pick([...characters]);
    const change = this.upTo(3);
    if (change === 0) return text.slice(0, at) + extra + text.slice(at);
    if (change === 1) return text.slice(0, at) + text.slice(at + 1);
    if (change === 2) return text.slice(0, at) + text.slice(Math.max(at - 1, 0));
    return text.slice(0, at) + extra + text.slice(at + 1);
  }
}
