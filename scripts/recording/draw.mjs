// Draws a recorded run of a command as an animated SVG, for a light or a dark page: each line appears when it was printed.

const columns = 100;
const rows = 21;
const lineHeight = 18;
const letter = 7.5;
const width = 820;
const top = 104;
const holdMs = 4500;

const palettes = {
  light: {
    page: '#ffffff',
    bar: '#f6f8fa',
    edge: '#d0d7de',
    ink: '#1f2328',
    dim: '#59636e',
    green: '#116329',
    red: '#a40e26',
    yellow: '#7d4e00',
    cyan: '#0550ae',
    add: '#dafbe1',
    del: '#ffebe9',
  },
  dark: {
    page: '#0d1117',
    bar: '#161b22',
    edge: '#3d444d',
    ink: '#e6edf3',
    dim: '#9198a1',
    green: '#3fb950',
    red: '#ff7b72',
    yellow: '#d29922',
    cyan: '#79c0ff',
    add: '#12361f',
    del: '#3c1618',
  },
};

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A line with its colours as a list of pieces, cut to the width of the picture. */
export function piecesOf(line) {
  const pieces = [];
  let color = 'ink';
  let room = columns;
  for (const part of `0m${line}`.split('\u001B[')) {
    const [, code, text] = /^([\d;]*)m([\s\S]*)$/.exec(part) ?? [undefined, '', part];
    color = { 2: 'dim', 31: 'red', 32: 'green', 33: 'yellow', 36: 'cyan' }[code] ?? 'ink';
    if (text === '' || room <= 0) continue;
    const letters = [...text];
    pieces.push({ color, text: letters.length > room ? `${letters.slice(0, room - 1).join('')}…` : text });
    room -= letters.length;
  }
  return pieces;
}

/** The recording as SVG; `mode` is light or dark. */
export function drawRecording(recording, mode) {
  const colors = palettes[mode];
  const all = [{ at: 0, text: `\u001B[2m$\u001B[0m ${recording.command}` }, ...recording.lines];
  const total = all.at(-1).at + holdMs;
  const share = (at) => `${((at / total) * 100).toFixed(2)}%`;
  const height = top + rows * lineHeight + 18;
  const hidden = Math.max(0, all.length - rows);
  const lines = all.map(({ text }, index) => {
    const spans = piecesOf(text).map((piece) => `<tspan fill="${colors[piece.color]}">${escape(piece.text)}</tspan>`);
    return `<text class="l l${index}" x="20" y="${top + 14 + index * lineHeight}" xml:space="preserve">${spans.join('')}</text>`;
  });
  const appear = all.map(
    ({ at }, index) =>
      `.l${index}{animation-name:l${index}}@keyframes l${index}{0%{opacity:${at === 0 ? 1 : 0}}${share(at)}{opacity:1}100%{opacity:1}}`,
  );
  const scroll = all
    .map(({ at }, index) => ({ at, by: index - rows + 1 }))
    .filter(({ by }) => by > 0)
    .map(({ at, by }) => `${share(at)}{transform:translateY(${-by * lineHeight}px)}`);
  const { save } = recording;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="t d" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="12.5">
<title id="t">A run of ${escape(recording.command)} with one save</title>
<desc id="d">Recorded on ${recording.recorded} with Node ${recording.node}. ${escape(save.file)} is saved after ${(save.at / 1000).toFixed(1)} s.</desc>
<style>
.l,.s,.old,.new{animation:${total}ms step-end infinite}
.s{animation-name:s}.old{opacity:0;animation-name:old}.new{animation-name:new}
@keyframes s{0%{transform:translateY(0)}${scroll.join('')}}
@keyframes old{0%{opacity:1}${share(save.at)}{opacity:0}}
@keyframes new{0%{opacity:0}${share(save.at)}{opacity:1}}
${appear.join('\n')}
@media (prefers-reduced-motion:reduce){.l,.s,.old,.new{animation:none}}
</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="${colors.page}" stroke="${colors.edge}"/>
<path d="M8.5.5h${width - 17}a8 8 0 0 1 8 8v27H.5v-27a8 8 0 0 1 8-8z" fill="${colors.bar}" stroke="${colors.edge}"/>
<text x="20" y="23" fill="${colors.dim}">${escape(save.file)}</text>
<text class="new" x="${width - 20}" y="23" text-anchor="end" fill="${colors.green}">saved</text>
<g class="old"><rect x="8" y="45" width="${width - 16}" height="24" rx="4" fill="${colors.bar}"/>${codeLine(save.before, colors)}</g>
<g class="new"><rect x="8" y="45" width="${width - 16}" height="24" rx="4" fill="${colors.add}"/>${codeLine(save.after, colors)}</g>
<path d="M.5 ${top - 24}.5H${width - 0.5}" stroke="${colors.edge}"/>
<svg x="0" y="${top}" width="${width}" height="${rows * lineHeight + 4}" viewBox="0 ${top} ${width} ${rows * lineHeight + 4}">
<g class="s" transform="translate(0 ${-hidden * lineHeight})">
${lines.join('\n')}
</g>
</svg>
</svg>
`;
}

const codeLine = (text, colors) =>
  `<text x="20" y="61" fill="${colors.ink}" xml:space="preserve">${escape(text.slice(0, Math.floor((width - 40) / letter)))}</text>`;
