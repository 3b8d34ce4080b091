// Markdown → HTML, as far as our pages use it: headings, paragraphs, lists, tables, quotes, fenced blocks, code, links, emphasis.

/** Escapes text for HTML. */
export function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The anchor of a heading, as GitHub makes it. */
export function slugOf(title) {
  return title
    .trim()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** One line of text with its code, links and emphasis. `link` turns a target into an address. */
export function inline(text, link) {
  const codes = [];
  const keep = (code) => `\uE000${codes.push(`<code>${escapeHtml(code)}</code>`) - 1}\uE000`;
  const marked = text
    .replaceAll(/``\s?(.+?)\s?``/g, (_, code) => keep(code))
    .replaceAll(/`([^`]+)`/g, (_, code) => keep(code.replaceAll('\\|', '|')));
  return escapeHtml(marked.replaceAll('&lt;', '<'))
    .replaceAll(
      /\[([^\]]+)\]\(([^)\s]+)\)/g,
      (_, label, target) => `<a href="${escapeHtml(link(target))}">${label}</a>`,
    )
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/(^|[\s(])\*([^*\s][^*]*)\*/g, '$1<em>$2</em>')
    .replaceAll(/\uE000(\d+)\uE000/g, (_, index) => codes[Number(index)]);
}

/** The lines that belong to the block which starts at `start`: up to the first that `ends`. */
function take(lines, start, ends) {
  let end = start;
  while (end < lines.length && !ends(lines[end])) end++;
  return { part: lines.slice(start, end), end };
}

const isListItem = (line) => /^\s*(?:[-*]|\d+\.) /.test(line);
const startsBlock = (line) => /^(?:#{1,6} |```|\||> |<!--)/.test(line) || isListItem(line) || line.trim() === '';

function table(rows, link) {
  const cells = (row) =>
    row
      .replaceAll('\\|', '\uE001')
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('\uE001', '\\|').trim());
  const [head = '', , ...body] = rows;
  const row = (tag) => (text) =>
    `<tr>${cells(text)
      .map((cell) => `<${tag}>${inline(cell, link).replaceAll('\\|', '|')}</${tag}>`)
      .join('')}</tr>`;
  return `<div class="table"><table><thead>${row('th')(head)}</thead><tbody>${body.map(row('td')).join('')}</tbody></table></div>`;
}

/** Items of one list; lines that are indented deeper belong to the item above. */
function list(lines, link) {
  const isOrdered = /^\s*\d/.test(lines[0]);
  const indent = lines[0].search(/\S/);
  const items = [];
  for (const line of lines) {
    if (isListItem(line) && line.search(/\S/) === indent) items.push([line.replace(/^\s*(?:[-*]|\d+\.) /, '')]);
    else items.at(-1).push(line.slice(Math.min(line.search(/\S|$/), indent + 2)));
  }
  const tag = isOrdered ? 'ol' : 'ul';
  const body = items.map((item) => {
    const isSimple = item.every((line, index) => index === 0 || !startsBlock(line));
    return `<li>${isSimple ? inline(item.join(' '), link) : toHtml(item.join('\n'), link).html}</li>`;
  });
  return `<${tag}>${body.join('')}</${tag}>`;
}

/** A page as HTML, with its headings. */
export function toHtml(text, link) {
  const lines = text.replaceAll(/<!--[\s\S]*?-->\n?/g, '').split('\n');
  const html = [];
  const headings = [];
  const seen = new Map();
  for (let index = 0; index < lines.length;) {
    const line = lines[index];
    const heading = /^(#{1,6}) (.+)$/.exec(line);
    const fence = /^(\s*)```(\w*)$/.exec(line);
    if (line.trim() === '') index++;
    else if (heading) {
      const count = seen.get(slugOf(heading[2])) ?? 0;
      seen.set(slugOf(heading[2]), count + 1);
      const id = `${slugOf(heading[2])}${count === 0 ? '' : `-${count}`}`;
      const level = heading[1].length;
      headings.push({ level, id, title: heading[2].replaceAll('`', '') });
      html.push(`<h${level} id="${id}"><a class="anchor" href="#${id}">${inline(heading[2], link)}</a></h${level}>`);
      index++;
    } else if (fence) {
      const { part, end } = take(lines, index + 1, (one) => one.trim() === '```');
      const code = part.map((one) => one.replace(new RegExp(`^\\s{0,${fence[1].length}}`), '')).join('\n');
      html.push(`<pre class="language-${fence[2] || 'text'}"><code>${escapeHtml(code)}</code></pre>`);
      index = end + 1;
    } else if (line.startsWith('|')) {
      const { part, end } = take(lines, index, (one) => !one.startsWith('|'));
      html.push(table(part, link));
      index = end;
    } else if (line.startsWith('> ')) {
      const { part, end } = take(lines, index, (one) => !one.startsWith('>'));
      html.push(`<blockquote>${toHtml(part.map((one) => one.replace(/^> ?/, '')).join('\n'), link).html}</blockquote>`);
      index = end;
    } else if (isListItem(line)) {
      const { part, end } = take(
        lines,
        index,
        (one) => one.trim() === '' || (!/^\s/.test(one) && !isListItem(one) && startsBlock(one)),
      );
      html.push(list(part, link));
      index = end;
    } else {
      const { part, end } = take(lines, index + 1, startsBlock);
      html.push(`<p>${inline([line, ...part].join(' '), link)}</p>`);
      index = end;
    }
  }
  return { html: html.join('\n'), headings };
}
