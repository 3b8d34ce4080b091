/** The marker reference, made from the catalogue. */
import { MARKERS } from './catalogue/catalogue.js';
import type { ArgumentType, MarkerChapter, MarkerDefinition } from './definition.js';

const CHAPTERS: Readonly<Record<MarkerChapter, string>> = {
  package: 'Packages',
  kind: 'Kinds',
  validation: 'Validation',
  field: 'Fields and types',
  topology: 'Lists, maps and server-side apply',
  rbac: 'RBAC',
  webhook: 'Webhooks',
  foreign: 'Markers of other tools',
};

/** One marker as text for a terminal. */
export function describeMarker(marker: MarkerDefinition): string {
  const lines = [
    `+${marker.name}${signature(marker)}`,
    '',
    `  ${marker.doc}`,
    '',
    `  on:      ${marker.targets.join(', ')}`,
  ];
  if (marker.replacement !== undefined) lines.push(`  instead: ${marker.replacement}`);
  lines.push(`  example: // ${marker.example}`);
  if (marker.form.kind === 'named') {
    lines.push('', '  arguments:');
    for (const { name, type, isOptional, doc } of marker.form.arguments) {
      lines.push(`    ${name} (${typeName(type)}${isOptional ? '' : ', required'}): ${doc}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The whole reference as Markdown. */
export function markerReference(): string {
  const lines = [
    '# Markers',
    '',
    'Made from the catalogue in `src/markers/catalogue` by `node scripts/docs-markers.mjs`; do not edit.',
    '',
    "Write markers in `//` comments or in JSDoc, directly above what they are about. Their grammar is kubebuilder's:",
    '`+name`, `+name=value` or `+name:argument=value,argument=value`. Lists are `a;b` or `{a, b}`, maps are `{key: value}`;',
    'strings with `,`, `;`, `{` or `}` in them are quoted with `"…"` (Go escapes) or backticks (no escapes). In JSDoc a marker',
    'goes on over several lines while a quote or bracket is open. `kbts manifests --explain <marker>` prints one entry.',
  ];
  for (const [chapter, title] of Object.entries(CHAPTERS)) {
    const members = MARKERS.filter(
      (marker) => marker.chapter === chapter && !/:(?:items|values|keys):/.test(marker.name),
    );
    lines.push('', `## ${title}`);
    if (chapter === 'validation') {
      lines.push(
        '',
        'Each of these also exists as `kubebuilder:validation:items:…`, about the items of a list, and as',
        '`kubebuilder:validation:values:…`, about the values of a map. `MaxLength`, `MinLength`, `Pattern` and `Enum` exist as',
        '`kubebuilder:validation:keys:…`, about the keys of a map. controller-gen knows only the first.',
      );
    }
    for (const marker of members) lines.push('', ...entry(marker));
  }
  return `${lines.join('\n')}\n`;
}

function entry(marker: MarkerDefinition): string[] {
  const lines = [
    `### \`+${marker.name}${signature(marker)}\``,
    '',
    marker.doc,
    '',
    `On: ${marker.targets.join(', ')}. Example: \`\` ${marker.example} \`\``,
  ];
  if (marker.replacement !== undefined) lines.push('', `Prefer \`${marker.replacement}\`.`);
  if (marker.form.kind === 'named') {
    lines.push('', '| argument | type | | |', '| --- | --- | --- | --- |');
    for (const { name, type, isOptional, doc } of marker.form.arguments) {
      lines.push(`| \`${name}\` | ${typeName(type)} | ${isOptional ? '' : 'required'} | ${doc} |`);
    }
  }
  return lines;
}

function signature({ form }: MarkerDefinition): string {
  if (form.kind === 'anonymous') return `=<${typeName(form.type)}>`;
  return form.kind === 'named' ? ':…' : '';
}

function typeName(type: ArgumentType): string {
  if (typeof type === 'string') return type === 'raw' ? 'text' : type;
  return 'slice' in type ? `list of ${typeName(type.slice)}` : `map of ${typeName(type.map)}`;
}
