/** JSON with a line for each member, for numbers that JavaScript cannot write itself. */

const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^"{}[\],:]+/g;

/** The same JSON, which has no white space of its own, indented by two spaces as `JSON.stringify` does. */
export function indentJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  let before = '';
  const line = (): string => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(TOKEN)) {
    const isEnd = token === '}' || token === ']';
    const wasStart = before === '{' || before === '[';
    if (isEnd) depth--;
    if (isEnd ? !wasStart : wasStart || before === ',') parts.push(line());
    parts.push(token === ':' ? ': ' : token);
    if (token === '{' || token === '[') depth++;
    before = token;
  }
  return parts.join('');
}
