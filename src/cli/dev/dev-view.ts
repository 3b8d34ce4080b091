/** Shows what an operator does: one line per event, and on a terminal a line below with the sum of it. */
import { stripVTControlCharacters } from 'node:util';
import type { DevEvent } from '../../commands/cluster/dev/dev-event.js';
import { errorPage } from '../pages/code-page.js';
import { countOf, formatDiagnostics } from '../report.js';
import { cut, paint, type Terminal } from '../terminal.js';
import { cleanEvent } from './clean-event.js';
import { Failures } from './failures.js';
import { ownFrame } from './own-frame.js';

/** What the view may be told. */
export interface DevViewOptions {
  readonly root?: string;
  readonly verbose?: boolean;
  /** Every event as a line of JSON on stdout, and nothing else. */
  readonly json?: boolean;
  readonly now?: () => Date;
}

const mostChanges = 4;

/** Prints events. */
export class DevView {
  readonly #terminal: Terminal;
  readonly #options: DevViewOptions;
  readonly #now: () => Date;
  readonly #failures = new Failures();
  #reconciles = 0;
  /** The failure that the last line is about; it is drawn again in its place while it repeats. */
  #lastFailure: string | undefined;

  constructor(terminal: Terminal, options: DevViewOptions = {}) {
    this.#terminal = terminal;
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
  }

  show(given: DevEvent): void {
    if (this.#options.json === true) {
      this.#terminal.out(`${JSON.stringify({ time: this.#now().toISOString(), ...given })}\n`);
      return;
    }
    const event = cleanEvent(given);
    if (event.type === 'failed') this.#showFailure(event);
    else {
      if (event.type === 'reconciled') {
        this.#reconciles++;
        this.#failures.remove(event.object);
      }
      const lines = this.#format(event);
      if (lines.length > 0) this.#print(lines);
    }
    this.#showSum();
  }

  /** Says how to look at what runs. */
  ready({ kubeconfig, resources }: { readonly kubeconfig: string; readonly resources: readonly string[] }): void {
    const file = /\s/.test(kubeconfig) ? `"${kubeconfig}"` : kubeconfig;
    const kinds = resources.length === 0 ? 'all' : resources.join(',');
    this.show({ type: 'status', message: `ready; beside it: kubectl --kubeconfig ${file} get ${kinds} -A` });
  }

  /** Takes the last line away. */
  end(): void {
    if (this.#options.json !== true && this.#terminal.isInteractive) this.#terminal.err('\r\u001B[2K');
  }

  /** The first time with its place; after that one line counts, drawn again in place, or when the count has doubled. */
  #showFailure(event: Extract<DevEvent, { type: 'failed' }>): void {
    const count = this.#failures.add(event.object, event.message);
    const line = this.#failureLine(event, count);
    if (count === 1) {
      const frame = event.stack === undefined ? undefined : ownFrame(event.stack, this.#options.root ?? '');
      this.#print([line, ...(frame === undefined ? [] : [this.#dim(`    at ${frame}`)])]);
      return;
    }
    const isSame = this.#lastFailure === event.object;
    const isDoubled = Number.isInteger(Math.log2(count));
    if (this.#terminal.isInteractive && isSame) this.#print([cutPainted(this.#terminal, line)], true);
    else if (this.#terminal.isInteractive || isDoubled) this.#print([cutPainted(this.#terminal, line)]);
    this.#lastFailure = event.object;
  }

  #failureLine(event: Extract<DevEvent, { type: 'failed' }>, count: number): string {
    const what = event.isFinalize === true ? ' finalize' : '';
    const times = count > 1 ? [`×${count}`] : [];
    const next = event.isFinal === true ? ['not tried again'] : nextIn(event.nextInMs);
    const end = [...times, ...next].join(', ');
    const shown = end === '' ? '' : this.#dim(`  ${end}`);
    return `${this.#paint('red', '✘')} ${event.object}${what}  ${event.message}${shown}`;
  }

  /** Lines with the time before them; `again` draws over the last one. */
  #print(lines: readonly string[], again = false): void {
    this.#lastFailure = undefined;
    const time = this.#dim(this.#now().toTimeString().slice(0, 8));
    const clear = this.#terminal.isInteractive ? '\r\u001B[2K' : '';
    const up = again ? '\u001B[1A\u001B[2K' : '';
    this.#terminal.err(`${clear}${up}${lines.map((line) => `${time} ${line}\n`).join('')}`);
  }

  #format(event: Exclude<DevEvent, { type: 'failed' }>): string[] {
    switch (event.type) {
      case 'reconciled': {
        const why = event.reasons.length === 0 ? '' : this.#dim(`  ← ${event.reasons.join(', ')}`);
        const took = [`${event.ms} ms`, ...nextIn(event.nextInMs)].join(', ');
        const verb = event.isFinalize === true ? '✔ finalized ' : '✔ ';
        return [`${this.#paint('green', verb)}${event.object} ${this.#dim(took)}${why}`];
      }
      case 'wrote': {
        const { changes } = event;
        const by = event.by === '' ? '' : this.#dim(`  by ${event.by}`);
        const shown = this.#options.verbose === true ? changes : changes.slice(0, mostChanges);
        const rest = changes.length - shown.length;
        return [
          `${this.#paint('yellow', event.verb)} ${event.object}${by}`,
          ...shown.map((line) => `    ${line}`),
          ...(rest > 0 ? [this.#dim(`    … ${rest} more (--verbose)`)] : []),
        ];
      }
      case 'event': {
        const color = event.warning ? 'yellow' : 'dim';
        return [`${this.#paint(color, `event ${event.reason}`)}  ${event.object}  ${event.message}`];
      }
      case 'denied': {
        const call = `${event.operation} ${event.object}`;
        const head = `${this.#paint('red', 'denied')}  ${call}  ${this.#dim(`${event.code}`)}`;
        return [`${head}  ${event.message}`.trimEnd(), ...this.#warnings(event.warnings)];
      }
      case 'warned':
        return [
          `${this.#paint('yellow', 'warned')}  ${event.operation} ${event.object}`,
          ...this.#warnings(event.warnings),
        ];
      case 'log': {
        const head = event.level === 'error' ? this.#paint('red', 'error') : this.#dim('log');
        return [`${head}  ${event.message}${event.fields === '' ? '' : ` ${this.#dim(event.fields)}`}`];
      }
      case 'output':
        return [event.text];
      case 'status':
        return [`${this.#paint('cyan', 'dev')}  ${event.message}`];
      case 'problem':
        return this.#formatProblem(event);
    }
  }

  #warnings(warnings: readonly string[]): string[] {
    return warnings.map((text) => `    ${this.#paint('yellow', 'warning')}: ${text}`);
  }

  #formatProblem({ message, fix, code, diagnostics = [] }: Extract<DevEvent, { type: 'problem' }>): string[] {
    const frames = diagnostics.length === 0 ? [] : [formatDiagnostics(this.#terminal, diagnostics).trimEnd(), ''];
    const sum = diagnostics.length > 1 ? [countOf(diagnostics)] : [];
    const page = code === undefined ? undefined : errorPage(this.#terminal.docs, code);
    return [
      ...frames,
      ...sum,
      `${this.#paint('red', 'problem')}  ${message}`,
      ...(fix === undefined ? [] : [`  ${this.#paint('bold', 'fix')}: ${fix}`]),
      ...(page === undefined ? [] : [`  ${this.#paint('bold', 'see')}: ${page}`]),
    ];
  }

  #showSum(): void {
    if (!this.#terminal.isInteractive) return;
    const count = this.#failures.size;
    const failing = count === 0 ? '' : `, ${count} failing`;
    const text = `${this.#reconciles} ${this.#reconciles === 1 ? 'reconcile' : 'reconciles'}${failing}; Ctrl-C ends`;
    this.#terminal.err(`${this.#paint(count === 0 ? 'cyan' : 'red', '●')} ${cut(this.#terminal, text, 2)}`);
  }

  #dim(text: string): string {
    return this.#paint('dim', text);
  }

  #paint(style: Parameters<typeof paint>[1], text: string): string {
    return paint(this.#terminal, style, text);
  }
}

/** A line that is drawn over must not wrap; colours are given up for that. */
function cutPainted(terminal: Terminal, line: string): string {
  if (!terminal.isInteractive) return line;
  const plain = stripVTControlCharacters(line);
  const room = (terminal.columns ?? 80) - 10;
  return [...plain].length <= room ? line : cut(terminal, plain, 9);
}

/** When something runs again; a time that is over before anybody has read it is left out. */
function nextIn(ms: number | undefined): string[] {
  if (ms === undefined || ms < 500) return [];
  const seconds = ms / 1000;
  if (seconds < 60) return [`next in ${Number(seconds.toFixed(seconds < 10 ? 1 : 0))} s`];
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return [`next in ${minutes} min`];
  return [`next in ${Number((minutes / 60).toFixed(1))} h`];
}
