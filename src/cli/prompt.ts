/** Questions to a person. Without one there are none: callers use defaults, or an error says which flag to pass. */
import { UserError } from '../errors.js';
import type { Terminal } from './terminal.js';

/** A question with a typed answer. */
export interface TextQuestion {
  readonly message: string;
  readonly placeholder?: string;
  readonly initial?: string;
  /** What is wrong with an answer; `undefined` when it is fine. */
  readonly check?: (answer: string) => string | undefined;
}

/** Asks for a value that must be given; `flag` is named when nobody can be asked. */
export async function askText(terminal: Terminal, flag: string, question: TextQuestion): Promise<string> {
  if (!terminal.isInteractive) {
    throw new UserError('flag-missing', `--${flag} is missing`, { fix: `pass --${flag}; see the example in --help` });
  }
  const { text } = await import('@clack/prompts');
  const answer = await text({
    message: question.message,
    placeholder: question.placeholder,
    initialValue: question.initial,
    validate: (value) => question.check?.(value ?? ''),
  });
  if (typeof answer !== 'string') throw aborted();
  return answer;
}

/** Asks yes or no; `fallback` is the answer when nobody can be asked. */
export async function askConfirm(terminal: Terminal, message: string, fallback: boolean): Promise<boolean> {
  if (!terminal.isInteractive) return fallback;
  const { confirm } = await import('@clack/prompts');
  const answer = await confirm({ message, initialValue: fallback });
  if (typeof answer !== 'boolean') throw aborted();
  return answer;
}

function aborted(): UserError {
  return new UserError('prompt-aborted', 'no answer was given, so nothing was done', {
    fix: 'run the command again, or pass the flags',
  });
}
