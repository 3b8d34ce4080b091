// Search over the index that was made with the site. Everything stays in the browser.
const script = document.currentScript;
const base = script?.dataset.base ?? '';
const query = document.getElementById('query');
const results = document.getElementById('results');

/** Headings count more than text; all words must occur. */
function find(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return globalThis.bookIndex
    .map((entry) => {
      const heading = `${entry.heading} ${entry.page}`.toLowerCase();
      const body = entry.text.toLowerCase();
      let score = 0;
      for (const word of words) {
        const inHeading = heading.includes(word);
        if (!inHeading && !body.includes(word)) return { entry, score: 0 };
        score += inHeading ? 10 : 1;
      }
      return { entry, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 12)
    .map(({ entry }) => entry);
}

function show(entries) {
  results.replaceChildren(
    ...entries.map((entry) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      const place = document.createElement('small');
      link.href = base + entry.url;
      link.textContent = entry.heading;
      place.textContent = entry.page === entry.heading ? entry.text.slice(0, 90) : entry.page;
      link.append(place);
      item.append(link);
      return item;
    }),
  );
  results.hidden = entries.length === 0;
}

query.addEventListener('input', () => show(find(query.value)));
query.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') results.querySelector('a')?.focus();
  if (event.key === 'Enter') results.querySelector('a')?.click();
});
results.addEventListener('keydown', (event) => {
  const links = [...results.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus();
  if (event.key === 'ArrowUp') (at <= 0 ? query : links[at - 1]).focus();
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') show([]);
  if (event.key !== '/' || event.target === query) return;
  event.preventDefault();
  query.focus();
});
document.addEventListener('click', (event) => {
  if (!event.target.closest('search')) show([]);
});
