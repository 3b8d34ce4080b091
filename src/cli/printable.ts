/** Keeps what files of strangers say from steering the terminal that it is shown in. */

/** The text with one mark in place of each control or direction character; line breaks and tabs stay. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (one) =>
    one === '\n' || one === '\t' ? one : '\uFFFD',
  );
}

/** What kbts itself sends to a terminal: colours, the start of the line, an erased line, the line above. */
// oxlint-disable-next-line no-control-regex -- these are the ones to keep
const ownControl = /^(?:\r|\u001B\[[\d;]{0,12}m|\u001B\[2K|\u001B\[1A)/;

/**
 * The last line of defence, for texts that were forgotten: everything but the controls that kbts uses is replaced, so that no
 * text can set the clipboard or the title, clear the screen, or ask the terminal a question.
 */
export function withOwnControls(text: string): string {
  const controls = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
  if (!controls.test(text.replaceAll('\n', ''))) return text;
  let result = '';
  let from = 0;
  controls.lastIndex = 0;
  for (let found = controls.exec(text); found !== null; found = controls.exec(text)) {
    const kept =
      found[0] === '\n' || found[0] === '\t'
        ? found[0]
        : ownControl.exec(text.slice(found.index, found.index + 16))?.[0];
    result += text.slice(from, found.index) + (kept ?? '\uFFFD');
    from = found.index + (kept ?? found[0]).length;
    controls.lastIndex = from;
  }
  return result + text.slice(from);
}
