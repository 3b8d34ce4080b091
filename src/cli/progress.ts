/** Progress on stderr: a spinner for a person, plain lines otherwise. */
import { printable } from './printable.js';
import { cut, paint, type Terminal } from './terminal.js';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** A running task. */
export interface Progress {
  update(detail: string): void;
  done(): void;
  fail(): void;
}

/** Shows that something takes its time, until it is done or has failed. */
export function startProgress(terminal: Terminal, given: string): Progress {
  const title = printable(given);
  const started = Date.now();
  const seconds = (): string => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  return terminal.isInteractive ? spinner(terminal, title, seconds) : lines(terminal, title, seconds);
}

function spinner(terminal: Terminal, title: string, seconds: () => string): Progress {
  let detail = '';
  let frame = 0;
  const draw = (): void => {
    const mark = paint(terminal, 'cyan', frames[frame++ % frames.length] ?? '');
    const head = cut(terminal, title, 11);
    const tail = cut(terminal, `${seconds()} ${printable(detail)}`, head.length + 3);
    terminal.err(`\r\u001b[2K${mark} ${head} ${paint(terminal, 'dim', tail)}`);
  };
  const timer = setInterval(draw, 80);
  const end = (text: string): void => {
    clearInterval(timer);
    terminal.err(`\r\u001b[2K${text} ${cut(terminal, title, 11)} ${paint(terminal, 'dim', seconds())}\n`);
  };
  return {
    update: (line) => {
      detail = line;
    },
    done: () => end(paint(terminal, 'green', '✔')),
    fail: () => end(paint(terminal, 'red', '✘')),
  };
}

function lines(terminal: Terminal, title: string, seconds: () => string): Progress {
  let detail = '';
  terminal.err(`${title} …\n`);
  const timer = setInterval(() => {
    const more = detail === '' ? '' : `, ${cut({ columns: 100 }, printable(detail))}`;
    terminal.err(`${title} … ${seconds()}${more}\n`);
  }, 10_000);
  const end = (text: string): void => {
    clearInterval(timer);
    terminal.err(`${title} ${text} after ${seconds()}\n`);
  };
  return {
    update: (line) => {
      detail = line;
    },
    done: () => end('done'),
    fail: () => end('failed'),
  };
}
