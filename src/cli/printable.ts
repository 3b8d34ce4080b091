/** Keeps what files of strangers say from steering the terminal that it is shown in. */

/** The text with one mark in place of each control or direction character; line breaks and tabs stay. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (one) =>
    one === '\n' || one === '\t' ? one : '\uFFFD',
  );
}
