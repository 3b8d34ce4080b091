// Draws a described picture as SVG, for a light or a dark page.
import { wordsOf } from './describe.mjs';

const fontSize = 14;
const smallSize = 12;
/** How wide a letter is, in shares of its height: generous, as fonts differ. */
const letter = { plain: 0.58, bold: 0.64, code: 0.61 };

const palettes = {
  light: {
    page: '#ffffff',
    ink: '#1f2328',
    soft: '#57606a',
    plain: ['#f6f8fa', '#afb8c1'],
    accent: ['#ddf4ff', '#0969da'],
    good: ['#dafbe1', '#1a7f37'],
    warn: ['#fff8c5', '#9a6700'],
    bad: ['#ffebe9', '#cf222e'],
    ghost: ['none', '#8c959f'],
  },
  dark: {
    page: '#0d1117',
    ink: '#e6edf3',
    soft: '#9da7b1',
    plain: ['#161b22', '#444c56'],
    accent: ['#0c2d6b', '#4493f8'],
    good: ['#033a16', '#3fb950'],
    warn: ['#3b2300', '#d29922'],
    bad: ['#490202', '#f85149'],
    ghost: ['none', '#6e7681'],
  },
};

const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** How wide words are, at most. */
export function widthOf(words, shapeStyles = []) {
  const size = shapeStyles.includes('small') ? smallSize : fontSize;
  return (
    [...words].length *
    size *
    letter[shapeStyles.includes('code') ? 'code' : shapeStyles.includes('bold') ? 'bold' : 'plain']
  );
}

/** The picture as SVG; `mode` is light or dark. */
export function draw(shapes, mode) {
  const colors = palettes[mode];
  const [width, height] = shapes.find(({ form }) => form === 'size').values.map(Number);
  const places = placesOf(shapes, height);
  const parts = shapes.map((shape) => drawers[shape.form]?.(shape, { colors, places }) ?? '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="t d" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif" font-size="${fontSize}">
<title id="t">${escape(wordsOf(shapes, 'title'))}</title>
<desc id="d">${escape(wordsOf(shapes, 'alt'))}</desc>
<defs>${heads(colors)}</defs>
<rect width="${width}" height="${height}" rx="8" fill="${colors.page}"/>
${parts.filter((part) => part !== '').join('\n')}
</svg>
`;
}

/** Where boxes and lanes are, by name. */
function placesOf(shapes, height) {
  const places = new Map();
  for (const { form, values } of shapes) {
    const [id, ...numbers] = values;
    const [x, y, w, h] = numbers.map(Number);
    if (form === 'box') places.set(id, { x, y, w, h });
    if (form === 'lane') places.set(id, { x, top: y ?? 16, bottom: w ?? height - 16 });
  }
  return places;
}

/** One arrow head for each colour. */
function heads(colors) {
  return Object.entries({ plain: colors.soft, ...strokes(colors) })
    .map(
      ([name, stroke]) =>
        `<marker id="h-${name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 1 9 5 0 9z" fill="${stroke}"/></marker>`,
    )
    .join('');
}

const strokes = (colors) =>
  Object.fromEntries(['accent', 'good', 'warn', 'bad', 'ghost'].map((name) => [name, colors[name][1]]));

const tint = (shape) =>
  shape.styles.find((style) => ['accent', 'good', 'warn', 'bad', 'ghost'].includes(style)) ?? 'plain';
const dash = (shape) =>
  shape.styles.some((style) => style === 'dashed' || style === 'ghost') ? ' stroke-dasharray="5 4"' : '';

const drawers = {
  box(shape, { colors, places }) {
    const { x, y, w, h } = places.get(shape.values[0]);
    const [fill, stroke] = colors[tint(shape)];
    const lines = shape.words;
    const step = 19;
    const first = y + h / 2 - ((lines.length - 1) * step) / 2 + 5;
    const isLeft = shape.styles.includes('left');
    const texts = lines.map((words, index) =>
      label(words, isLeft ? x + 12 : x + w / 2, first + index * step, {
        colors,
        anchor: isLeft ? 'start' : 'middle',
        isBold: index === 0 && lines.length > 1 && !shape.styles.includes('code'),
        isSmall: index > 0 || shape.styles.includes('small'),
        isCode: shape.styles.includes('code'),
      }),
    );
    return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="7" fill="${fill}" stroke="${stroke}"${dash(shape)}/>${texts.join('')}`;
  },
  text(shape, { colors }) {
    const [x, y] = shape.values.map(Number);
    return shape.words
      .map((words, index) =>
        label(words, x, y + index * 17, {
          colors,
          anchor: shape.styles.includes('middle') ? 'middle' : 'start',
          isBold: shape.styles.includes('bold'),
          isSmall: shape.styles.includes('small'),
          isCode: shape.styles.includes('code'),
          color: tint(shape) === 'plain' ? undefined : colors[tint(shape)][1],
        }),
      )
      .join('');
  },
  rule(shape, { colors }) {
    const [x1, y1, x2, y2] = shape.values;
    return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${colors[tint(shape)][1]}" fill="none"${dash(shape)}/>`;
  },
  dot(shape, { colors }) {
    const [x, y] = shape.values;
    const [fill, stroke] = colors[tint(shape)];
    return `<circle cx="${x}" cy="${y}" r="6" fill="${fill === 'none' ? colors.page : fill}" stroke="${stroke}" stroke-width="2"/>`;
  },
  lane(shape, { colors, places }) {
    const { x, top, bottom } = places.get(shape.values[0]);
    const [name] = shape.words;
    const w = widthOf(name, ['bold']) + 24;
    const [fill, stroke] = colors[tint(shape)];
    return `<path d="M${x} ${top + 30}V${bottom}" stroke="${colors.plain[1]}" stroke-dasharray="3 4"/><rect x="${x - w / 2}" y="${top}" width="${w}" height="30" rx="7" fill="${fill}" stroke="${stroke}"/>${label(name, x, top + 20, { colors, anchor: 'middle', isBold: true })}`;
  },
  message(shape, { colors, places }) {
    const [y, from, to] = shape.values;
    const [a, b] = [places.get(from).x, places.get(to).x];
    const name = tint(shape);
    const stroke = name === 'plain' ? colors.soft : colors[name][1];
    const gap = a < b ? -3 : 3;
    const over = shape.words.map((words, index) =>
      label(words, (a + b) / 2, Number(y) - 7 - (shape.words.length - 1 - index) * 15, {
        colors,
        anchor: 'middle',
        isSmall: true,
        hasHalo: true,
      }),
    );
    return `<path d="M${a} ${y}H${b + gap}" stroke="${stroke}" stroke-width="1.5"${dash(shape)} marker-end="url(#h-${name})"/>${over.join('')}`;
  },
  arrow(shape, { colors, places }) {
    const [a, b] = shape.values.map((value) => sideOf(value, places, shape));
    const name = tint(shape);
    const stroke = name === 'plain' ? colors.soft : colors[name][1];
    const isAcross = a.dx !== 0 && a.dx === -b.dx;
    const reach = isAcross ? Math.min(60, Math.abs(a.x - b.x) / 2 + 6) : 60;
    const path = shape.styles.includes('bend')
      ? `M${a.x} ${a.y}C${a.x + a.dx * reach} ${a.y + a.dy * reach} ${b.x + b.dx * reach} ${b.y + b.dy * reach} ${b.x + b.dx * 2} ${b.y + b.dy * 2}`
      : `M${a.x} ${a.y}L${b.x + b.dx * 2} ${b.y + b.dy * 2}`;
    const isUpright = Math.abs(a.x - b.x) < Math.abs(a.y - b.y);
    const isBelow = shape.styles.includes('below');
    const at = { x: (a.x + b.x) / 2 + (isUpright ? 8 : 0), y: (a.y + b.y) / 2 + (isUpright ? 4 : isBelow ? 17 : -8) };
    const over = shape.words.map((words, index) => {
      const up = isUpright || isBelow ? -index : shape.words.length - 1 - index;
      return label(words, at.x, at.y - up * 15, {
        colors,
        anchor: isUpright ? 'start' : 'middle',
        isSmall: true,
        hasHalo: true,
      });
    });
    return `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="1.5"${dash(shape)}${shape.styles.includes('both') ? ` marker-start="url(#h-${name})"` : ''} marker-end="url(#h-${name})"/>${over.join('')}`;
  },
};

/** The point of `box.r30`, and which way is out of the box there. */
function sideOf(value, places, shape) {
  const [, id, side, share = '50'] = /^(.+)\.([lrtb])(\d*)$/.exec(value) ?? [];
  const box = places.get(id);
  if (box?.w === undefined) throw new Error(`line ${shape.line}: there is no box "${value}"`);
  const part = Number(share || 50) / 100;
  if (side === 'l' || side === 'r')
    return { x: side === 'l' ? box.x : box.x + box.w, y: box.y + box.h * part, dx: side === 'l' ? -1 : 1, dy: 0 };
  return { x: box.x + box.w * part, y: side === 't' ? box.y : box.y + box.h, dx: 0, dy: side === 't' ? -1 : 1 };
}

function label(
  words,
  x,
  y,
  { colors, anchor = 'start', isBold = false, isSmall = false, isCode = false, hasHalo = false, color },
) {
  const look = [
    anchor === 'start' ? '' : ` text-anchor="${anchor}"`,
    isBold ? ' font-weight="600"' : '',
    isSmall ? ` font-size="${smallSize}"` : '',
    isCode ? ' font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace"' : '',
    hasHalo ? ` paint-order="stroke" stroke="${colors.page}" stroke-width="4" stroke-linejoin="round"` : '',
  ].join('');
  return `<text x="${round(x)}" y="${round(y)}" fill="${color ?? (isSmall && !isBold && !isCode ? colors.soft : colors.ink)}"${look} xml:space="preserve">${escape(words)}</text>`;
}

const round = (number) => Math.round(number * 10) / 10;

/** What does not fit: words wider than their box, or shapes that leave the picture. */
export function misfits(shapes) {
  const [width, height] = shapes.find(({ form }) => form === 'size').values.map(Number);
  const places = placesOf(shapes, height);
  const problems = [];
  for (const shape of shapes) {
    const at = `line ${shape.line}`;
    if (shape.form === 'box') {
      const { x, y, w, h } = places.get(shape.values[0]);
      if (x < 0 || y < 0 || x + w > width || y + h > height) problems.push(`${at}: the box leaves the picture`);
      for (const [index, words] of shape.words.entries()) {
        const kind = [...shape.styles, index > 0 ? 'small' : shape.words.length > 1 ? 'bold' : 'plain'];
        if (widthOf(words, kind) > w - 12) problems.push(`${at}: "${words}" is wider than its box`);
      }
      if (shape.words.length * 19 > h) problems.push(`${at}: too many lines for its box`);
    }
    if (shape.form === 'text') {
      const [x] = shape.values.map(Number);
      for (const words of shape.words) {
        const wide = widthOf(words, shape.styles);
        const [left, right] = shape.styles.includes('middle') ? [x - wide / 2, x + wide / 2] : [x, x + wide];
        if (left < 0 || right > width) problems.push(`${at}: "${words}" leaves the picture`);
      }
    }
    if (shape.form === 'message') {
      const [a, b] = shape.values.slice(1).map((id) => places.get(id).x);
      for (const words of shape.words)
        if (widthOf(words, ['small']) > Math.abs(a - b) - 8) problems.push(`${at}: "${words}" is wider than its arrow`);
    }
  }
  return problems;
}
