/** Shows what happens in `kbts dev`: one line per event, and on a terminal a line below with the sum of it. */
import type { DevEvent } from '../commands/cluster/dev-event.js';
import { paint, type Terminal } from './terminal.js';

/** Prints events. */
export class DevView {
  readonly #terminal: Terminal;
  readonly #now: () => Date;
  readonly #failing = new Set<string>();
  #reconciles = 0;

  constructor(terminal: Terminal, now: () => Date = () => new Date()) {
    this.#terminal = terminal;
    this.#now = now;
  }

  show(event: DevEvent): void {
    this.#count(event);
    const time = this.#now().toTimeString().slice(0, 8);
    const lines = this.#format(event).map((line) => `${this.#dim(time)} ${line}\n`);
    const clear = this.#terminal.isInteractive ? '\r\u001B[2K' : '';
    this.#terminal.err(`${clear}${lines.join('')}`);
    this.#showSum();
  }

  /** Says how to look at what runs. */
  ready(kubeconfig: string): void {
    const file = /\s/.test(kubeconfig) ? `"${kubeconfig}"` : kubeconfig;
    this.show({ type: 'status', message: `ready; beside it: kubectl --kubeconfig ${file} get all -A` });
  }

  /** Takes the last line away. */
  end(): void {
    if (this.#terminal.isInteractive) this.#terminal.err('\r\u001B[2K');
  }

  #count(event: DevEvent): void {
    if (event.type === 'reconciled') {
      this.#reconciles++;
      this.#failing.delete(event.object);
    }
    if (event.type === 'failed') this.#failing.add(event.object);
  }

  #format(event: DevEvent): string[] {
    switch (event.type) {
      case 'reconciled': {
        const why = event.reasons.length === 0 ? '' : this.#dim(`  ← ${event.reasons.join(', ')}`);
        const result = event.result === 'success' ? 'ok' : event.result.replace('_', ' ');
        return [
          `${this.#paint('green', 'reconciled')}  ${event.object}  ${result} ${this.#dim(`${event.ms} ms`)}${why}`,
        ];
      }
      case 'failed':
        return [
          `${this.#paint('red', 'failed')}      ${event.object}  ${event.message}${event.attempt > 0 ? this.#dim(`  attempt ${event.attempt + 1}`) : ''}`,
          ...(event.stack === undefined || event.attempt > 0
            ? []
            : stackLines(event.stack).map((line) => this.#dim(line))),
        ];
      case 'log':
        return [
          `${event.level === 'error' ? this.#paint('red', 'error') : this.#dim('log')}  ${event.message}${event.fields === '' ? '' : ` ${this.#dim(event.fields)}`}`,
        ];
      case 'output':
        return [event.text];
      case 'status':
        return [`${this.#paint('cyan', 'dev')}  ${event.message}`];
      case 'problem':
        return [
          `${this.#paint('red', 'problem')}  ${event.message}`,
          ...(event.fix === undefined ? [] : [`  ${this.#paint('bold', 'fix')}: ${event.fix}`]),
        ];
    }
  }

  #showSum(): void {
    if (!this.#terminal.isInteractive) return;
    const failing = this.#failing.size === 0 ? '' : `, ${this.#paint('red', `${this.#failing.size} failing`)}`;
    this.#terminal.err(`${this.#paint('cyan', '●')} ${this.#reconciles} reconciles${failing}; Ctrl-C ends`);
  }

  #dim(text: string): string {
    return this.#paint('dim', text);
  }

  #paint(style: Parameters<typeof paint>[1], text: string): string {
    return paint(this.#terminal, style, text);
  }
}

/** Where it happened: the first lines of the stack that are not Node's own. */
function stackLines(stack: string): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !line.includes('node:'))
    .slice(0, 3)
    .map((line) => `  ${line.trim()}`);
}
