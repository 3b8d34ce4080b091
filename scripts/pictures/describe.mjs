// Reads the description of a picture (docs/pictures/source/*.txt): one shape a line, words after "|" are what it says.
//
//   title | What the picture is called              alt | What it shows, for those who do not see it
//   size W H                                        text X Y [style…] | words
//   box ID X Y W H [style…] | line | line           rule X1 Y1 X2 Y2 [style…]
//   lane ID X [TOP BOTTOM] | name                   message Y FROM TO [style…] | words
//   arrow A.side B.side [style…] | words            (side: l r t b, with a share as in r30: 30 % down that side)
//   dot X Y [style…]

/** The colours that a shape may have, and how it may be drawn. */
export const styles = [
  'plain',
  'accent',
  'good',
  'warn',
  'bad',
  'ghost',
  'dashed',
  'small',
  'bold',
  'left',
  'middle',
  'code',
  'bend',
  'below',
  'both',
];

const forms = {
  title: 0,
  alt: 0,
  size: 2,
  text: 2,
  rule: 4,
  dot: 2,
  box: 5,
  lane: [2, 4],
  message: 3,
  arrow: 2,
};

/** A description as a list of shapes; throws with file and line what is not understood. */
export function describe(text, file) {
  const shapes = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const fail = (what) => {
      throw new Error(`${file}:${index + 1}: ${what}`);
    };
    const [head, ...words] = line.split('|').map((part) => part.trim());
    const [form, ...rest] = head.split(/\s+/);
    if (!(form in forms)) fail(`"${form}" is not a form; there are ${Object.keys(forms).join(', ')}`);
    const counts = [forms[form]].flat();
    // What must be there comes first, and may be called like a style.
    const tail = rest.slice(counts[0]);
    const values = [...rest.slice(0, counts[0]), ...tail.filter((word) => /^\d+$/.test(word))];
    const unknown = tail.find((word) => !/^\d+$/.test(word) && !styles.includes(word));
    if (unknown !== undefined) fail(`"${unknown}" is not a style; there are ${styles.join(', ')}`);
    if (!counts.includes(values.length)) fail(`${form} takes ${counts.join(' or ')} values, not "${values.join(' ')}"`);
    shapes.push({ form, values, styles: tail.filter((word) => styles.includes(word)), words, line: index + 1 });
  }
  for (const form of ['title', 'alt', 'size'])
    if (shapes.filter((shape) => shape.form === form).length !== 1) throw new Error(`${file}: it needs one "${form}"`);
  return shapes;
}

/** The words of the only shape of a form: title or alt. */
export function wordsOf(shapes, form) {
  return shapes.find((shape) => shape.form === form).words.join(' ');
}
